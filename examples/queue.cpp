// A queue that is closed without a notification: the consumer may wait for ever.
//
//     overtake check examples/queue.cpp     deadlock
//
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

class Queue {
 public:
  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;  // and changed_.notify_all() is missing
  }
  std::optional<std::string> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    std::string item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> items_;
  bool closed_ = false;
};

int main() {
  Queue queue;
  std::thread consumer([&] {
    while (queue.pop()) {
    }
  });
  queue.close();
  consumer.join();
}
