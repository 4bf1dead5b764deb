// overtake check condition.cpp --model sc
// A signal that comes before the wait: the test is outside of the lock.
#include <condition_variable>
#include <mutex>
#include <thread>

class Queue {
 public:
  void put() {
    ready_ = true;
    changed_.notify_one();
  }
  void wait() {
    if (ready_) return;
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> ready_{false};
};

int main() {
  Queue queue;
  std::thread consumer(&Queue::wait, &queue);
  queue.put();
  consumer.join();
}
