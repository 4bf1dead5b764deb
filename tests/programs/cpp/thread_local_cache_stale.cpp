// The number of the generation changes before the setting: a cache may keep the old one as new.
// overtake: model=sc,tso,pso verdict=error kind=assertion
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
    mine.generation = generation;
  }
  return mine.setting;
}
void change(int v) {
  generation.fetch_add(1);
  std::lock_guard l(m);
  setting = v;
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
