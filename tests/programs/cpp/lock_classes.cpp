// unique_lock in all its ways to begin (defer, try, adopt), moved to another owner, and released.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <mutex>
#include <thread>
#include <utility>

std::mutex m;
int data;

std::unique_lock<std::mutex> locked() {
  std::unique_lock lock(m, std::defer_lock);
  assert(!lock.owns_lock());
  lock.lock();
  return lock;
}

void first() {
  std::unique_lock lock = locked();
  assert(lock.owns_lock());
  ++data;
  std::unique_lock other = std::move(lock);
  assert(!lock && other);
  ++data;
}

void second() {
  std::unique_lock lock(m, std::try_to_lock);
  if (!lock) return;
  assert(data == 0 || data == 2);
  std::mutex* raw = lock.release();
  std::lock_guard adopted(*raw, std::adopt_lock);
  data += 2;
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
  assert(data == 2 || data == 4);
}
