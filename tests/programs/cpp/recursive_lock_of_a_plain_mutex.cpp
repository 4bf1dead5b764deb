// The same class with a std::mutex waits for itself.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <mutex>

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
  }

 private:
  std::mutex mutex_;
  int sum_ = 0;
};

int main() {
  Log log;
  log.add_twice(1);
}
