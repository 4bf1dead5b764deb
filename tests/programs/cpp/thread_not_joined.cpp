// A std::thread that is neither joined nor detached ends the program when it is destroyed.
// overtake: model=sc,tso,pso verdict=error kind=abort
#include <thread>

int main() {
  std::thread t([] {});
}
