// The same cache without the second look: the value is computed twice.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=30
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::map<int, int> cache;
static std::shared_mutex lock;
static int computed;

static int lookup(int key) {
  {
    std::shared_lock<std::shared_mutex> shared(lock);
    const auto it = cache.find(key);
    if (it != cache.end()) return it->second;
  }
  std::unique_lock<std::shared_mutex> unique(lock);
  cache[key] = key * key;
  ++computed;
  return cache[key];
}

int main() {
  std::thread a([] { assert(lookup(3) == 9); });
  std::thread b([] { assert(lookup(3) == 9); });
  a.join();
  b.join();
  assert(computed == 1);
}
