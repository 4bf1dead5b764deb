// Work behind std::function and virtual functions, owned by unique_ptr, run by two threads.
// overtake: model=sc,tso,pso verdict=safe
#include <array>
#include <atomic>
#include <cassert>
#include <functional>
#include <memory>
#include <thread>

std::atomic<int> total{0};

struct Job {
  virtual ~Job() = default;
  virtual int run() = 0;
};

struct Constant : Job {
  int run() override { return 1; }
};

struct Call : Job {
  std::function<int()> f;
  explicit Call(std::function<int()> g) : f(std::move(g)) {}
  int run() override { return f(); }
};

int main() {
  std::array<std::unique_ptr<Job>, 2> jobs{std::make_unique<Constant>(),
                                           std::make_unique<Call>([n = 4] { return n; })};
  std::thread t([job = std::move(jobs[1])] { total += job->run(); });
  total += jobs[0]->run();
  t.join();
  assert(jobs[1] == nullptr && total == 5);
}
