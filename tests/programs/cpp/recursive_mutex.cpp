// A method that locks calls another one that locks: right with a recursive mutex.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <cassert>
#include <mutex>
#include <thread>

class Log {
 public:
  void add(int n) {
    std::lock_guard lock(mutex_);
    sum_ += n;
  }
  void add_twice(int n) {
    std::lock_guard lock(mutex_);
    add(n);
    add(n);
    assert(sum_ % 2 == 0);
  }
  int sum() const { return sum_; }

 private:
  std::recursive_mutex mutex_;
  int sum_ = 0;
};

int main() {
  Log log;
  std::thread t([&] { log.add_twice(1); });
  log.add_twice(2);
  t.join();
  assert(log.sum() == 6);
}
