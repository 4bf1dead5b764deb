// map, unordered_map, deque, string, optional: all under one mutex, all right.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <cassert>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

class Directory {
 public:
  void add(const std::string& name, int number) {
    std::lock_guard lock(mutex_);
    numbers_[name] = number;
    names_.emplace(number, name);
    order_.push_back(name);
  }
  std::optional<int> find(const std::string& name) const {
    std::lock_guard lock(mutex_);
    auto at = numbers_.find(name);
    if (at == numbers_.end()) return std::nullopt;
    assert(names_.at(at->second) == name);
    return at->second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, int> numbers_;
  std::unordered_map<int, std::string> names_;
  std::deque<std::string> order_;
};

int main() {
  Directory directory;
  std::thread t([&] { directory.add("ada", 1815); });
  assert(directory.find("ada").value_or(1815) == 1815);
  t.join();
}
