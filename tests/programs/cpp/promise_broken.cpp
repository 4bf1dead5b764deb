// A promise that is given up: who waits for it gets an exception, and here does not catch it.
// overtake: model=sc,tso,pso verdict=error kind=uncaught-exception
#include <future>
#include <thread>
#include <utility>

int main() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread t([](std::promise<int>) {}, std::move(promise));
  answer.get();
  t.join();
}
