// The usual hand-over: wait with a predicate, notify_one under or after the mutex.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable filled;
std::deque<int> queue;

int main() {
  std::thread consumer([] {
    for (int i = 0; i < 2; ++i) {
      std::unique_lock lock(m);
      filled.wait(lock, [] { return !queue.empty(); });
      assert(queue.front() == i);
      queue.pop_front();
    }
  });
  for (int i = 0; i < 2; ++i) {
    {
      std::lock_guard lock(m);
      queue.push_back(i);
    }
    filled.notify_one();
  }
  consumer.join();
  assert(queue.empty());
}
