// A detached thread that captured a local variable by reference: the variable may be gone.
// overtake: model=sc,tso,pso verdict=error kind=dead-stack-object line=8
#include <thread>

void start() {
  int local = 1;
  std::thread t([&] {
    local = 2;  // fails
  });
  t.detach();
}

int main() { start(); }
