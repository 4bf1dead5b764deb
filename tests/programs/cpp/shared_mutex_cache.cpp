// A cache that looks under a shared lock, and again under the exclusive one: computed once.
// overtake: model=sc,tso,pso verdict=safe
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
  const auto [it, added] = cache.try_emplace(key, key * key);
  if (added) ++computed;
  return it->second;
}

int main() {
  std::thread a([] { assert(lookup(3) == 9); });
  std::thread b([] { assert(lookup(3) == 9); });
  a.join();
  b.join();
  assert(computed == 1 && cache.size() == 1);
}
