// What a call costs a model checker: instances of some 30 events, one Verifier, hints as they come.
#include <benchmark/benchmark.h>

#include "consistency/consistency.h"
#include "simulator.h"

namespace {

using namespace overtake;

struct Case {
  Execution execution;
  Witness witness;
};

std::vector<Case> cases(Model model, std::uint32_t events, bool broken) {
  std::vector<Case> result;
  consistency::Verifier verifier;
  for (std::uint64_t seed = 1; result.size() < 64; ++seed) {
    bench::TraceShape shape;
    shape.threads = 3;
    shape.locations = 4;
    shape.events = events;
    Case c;
    c.execution = bench::simulate(shape, model, seed, false);
    if (broken) bench::break_one_read(c.execution, seed);
    const bool realizable = verifier.realizable(c.execution, model);
    if (realizable == broken) continue;
    if (realizable) c.witness = verifier.witness();
    result.push_back(std::move(c));
  }
  return result;
}

void run(benchmark::State& state, bool hint, bool broken) {
  const auto model = static_cast<Model>(state.range(0));
  const auto all = cases(model, static_cast<std::uint32_t>(state.range(1)), broken);
  consistency::Verifier verifier;
  std::size_t i = 0;
  for (auto _ : state) {
    const Case& c = all[i++ % all.size()];
    benchmark::DoNotOptimize(verifier.realizable(c.execution, model, hint ? &c.witness : nullptr));
  }
  state.SetLabel(std::string(name(model)));
}

void WithHint(benchmark::State& state) { run(state, true, false); }
void WithoutHint(benchmark::State& state) { run(state, false, false); }
void Unrealizable(benchmark::State& state) { run(state, false, true); }

void shapes(benchmark::internal::Benchmark* b) {
  for (int model = 0; model < 3; ++model)
    for (int events : {15, 30, 100}) b->Args({model, events});
}
BENCHMARK(WithHint)->Apply(shapes);
BENCHMARK(WithoutHint)->Apply(shapes);
BENCHMARK(Unrealizable)->Apply(shapes);

}  // namespace

BENCHMARK_MAIN();
