// Set_value_at_thread_exit makes the value ready only after the destructors of thread-local
// objects have run.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <future>
#include <thread>

int destroyed;
struct Local {
  int n = 0;
  ~Local() { destroyed = n; }
};
thread_local Local local;
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&p] {
    local.n = 4;
    p.set_value_at_thread_exit(7);
    local.n = 5;
  });
  assert(f.get() == 7);
  assert(destroyed == 5);
  t.join();
}
