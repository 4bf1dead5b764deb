// Read-copy-update whose writer does not wait for the readers.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=17
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
  assert(c->low == c->high);  // fails
  readers.fetch_sub(1);
}

void update() {
  Config* old = current.exchange(new Config{2, 2});
  delete old;
}

int main() {
  std::thread t(reader);
  update();
  t.join();
}
