// A stop_callback runs exactly once or, if it was taken back before, never; its end waits for it.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::atomic<int> runs{0};
  std::thread t([&] {
    bool first = source.request_stop();
    assert(first);
  });
  {
    std::stop_callback callback(source.get_token(), [&] { runs++; });
  }
  int after = runs;
  assert(after == 0 || after == 1);
  t.join();
  assert(runs == after && source.stop_requested());
}
