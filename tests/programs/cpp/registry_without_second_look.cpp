// Who did not find it under the shared lock makes a second one under the exclusive lock.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=27
#include <cassert>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>

std::shared_mutex mutex;
std::unordered_map<std::string, std::shared_ptr<int>> map;

std::shared_ptr<int> get(const std::string& key) {
  {
    std::shared_lock lock(mutex);
    if (auto i = map.find(key); i != map.end()) return i->second;
  }
  std::unique_lock lock(mutex);
  return map[key] = std::make_shared<int>(1);
}

int main() {
  std::shared_ptr<int> a, b;
  std::thread t([&] { a = get("key"); });
  b = get("key");
  t.join(), assert(a == b);  // fails
}
