// What an event costs the online monitors: N events of P threads, 64 locations, 40% stores, 2%
// atomic operations, 1% fences. MONITOR, theorem 3: O(N * P).
//
//     bench_monitor_linear [events]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

#include "monitor/monitor.h"

namespace overtake {
namespace {

std::vector<Event> random_events(std::size_t count, std::uint32_t threads) {
  std::mt19937 random(threads);
  std::vector<Event> events;
  events.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t kind = random() % 100;
    Event e{.thread = ThreadId{random() % threads}, .location = LocationId{random() % 64}};
    e.kind = kind < 40   ? EventKind::Write
             : kind < 42 ? EventKind::Rmw
             : kind < 43 ? EventKind::Fence
                         : EventKind::Read;
    if (e.kind == EventKind::Fence) e.location = LocationId::none();
    events.push_back(e);
  }
  return events;
}

// Processor time, the best of three, in ns an event.
double cost(Model model, const std::vector<Event>& events, std::uint64_t& violations) {
  double best = 1e18;
  for (int round = 0; round < 3; ++round) {
    const std::clock_t start = std::clock();
    monitor::Monitor monitor(model);
    violations = 0;
    for (const Event& e : events) violations += monitor.feed(e).size();
    const double taken = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::min(best, taken / static_cast<double>(events.size()));
  }
  return best;
}

}  // namespace
}  // namespace overtake

int main(int argc, char** argv) {
  using namespace overtake;
  const std::size_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  std::printf("%8s %8s %12s %12s %12s %12s\n", "threads", "events", "tso ns/event", "violations",
              "pso ns/event", "violations");
  for (std::uint32_t threads = 2; threads <= 64; threads *= 2)
    for (std::size_t events = most / 100; events <= most; events *= 10) {
      const std::vector<Event> stream = random_events(events, threads);
      std::uint64_t tso = 0;
      std::uint64_t pso = 0;
      const double tso_cost = cost(Model::TSO, stream, tso);
      const double pso_cost = cost(Model::PSO, stream, pso);
      std::printf("%8u %8zu %12.1f %12llu %12.1f %12llu\n", threads, events, tso_cost,
                  static_cast<unsigned long long>(tso), pso_cost,
                  static_cast<unsigned long long>(pso));
    }
  return 0;
}
