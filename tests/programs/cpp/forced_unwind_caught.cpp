// A handler must not keep the thread that pthread_exit ends.
// overtake: model=sc,tso,pso verdict=error kind=abort
#include <pthread.h>

#include <thread>

int main() {
  std::thread([] {
    try {
      pthread_exit(nullptr);
    } catch (...) {
    }
  }).join();
}
