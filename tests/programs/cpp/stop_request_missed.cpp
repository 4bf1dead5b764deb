// The destructor of a jthread asks for the stop, but this thread waits for a flag of its own
// instead, which nobody sets: it never ends.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <atomic>
#include <stop_token>
#include <thread>

std::atomic<bool> quit;

int main() {
  std::jthread worker([](std::stop_token) {
    while (!quit) std::this_thread::yield();
  });
}
