// A cache for each thread, filled anew when the number of the generation has changed.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m;
int setting = 1;
std::atomic<int> generation{1};
struct Cache {
  int generation = 0, setting = 0;
};
int look() {
  thread_local Cache mine;
  int now = generation.load();
  if (mine.generation != now) {
    std::lock_guard l(m);
    mine.setting = setting;
    mine.generation = now;
  }
  return mine.setting;
}
void change(int v) {
  std::lock_guard l(m);
  setting = v;
  generation.fetch_add(1);
}
int main() {
  std::atomic<bool> done{false};
  std::thread t([&] {
    look();
    if (done) assert(look() == 2);
  });
  change(2);
  done = true;
  t.join();
}
