// Read-copy-update: the writer replaces the object, waits until no reader is inside, then deletes
// the old one.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>

struct Config {
  int low, high;
};

std::atomic<Config*> current{new Config{1, 1}};
std::atomic<int> readers{0};

void reader() {
  readers.fetch_add(1);
  const Config* c = current.load(std::memory_order_acquire);
  assert(c->low == c->high);
  readers.fetch_sub(1);
}

void update() {
  Config* old = current.exchange(new Config{2, 2});
  while (readers.load() != 0) std::this_thread::yield();
  delete old;
}

int main() {
  std::thread t(reader);
  update();
  t.join();
}
