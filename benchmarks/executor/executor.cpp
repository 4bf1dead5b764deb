// How fast threads run and how cheap they are to copy:
//
//     ninja -C build bench_executor && build/benchmarks/executor/bench_executor
//
// Compare `Native` with `Executed`: the same loop. `CopyThread` copies a thread a few calls deep.
#include "exec/executor.h"

#include <benchmark/benchmark.h>

#include "frontend/input.h"
#include "ir/privatize.h"
#include "ir/simplify.h"

extern "C" unsigned collatz(unsigned limit);

namespace {

using namespace overtake;

ir::Program load(const char* entry) {
  ir::Program program = frontend::load({.files = {LOOP_C}, .entry = entry});
  ir::privatize(program);
  ir::simplify(program);
  return program;
}

void Native(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(collatz(2000));
}
BENCHMARK(Native);

void Executed(benchmark::State& state) {
  const ir::Program program = load("run_collatz");
  const exec::Executor executor(program);
  for (auto _ : state) benchmark::DoNotOptimize(executor.start_main().next().operand.lo);
}
BENCHMARK(Executed);

void CopyThread(benchmark::State& state) {
  const ir::Program program = load("run_calls");
  const exec::Executor executor(program);
  const exec::Thread thread = executor.start_main();
  for (auto _ : state) {
    exec::Thread copy = thread;
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(CopyThread);

void Resume(benchmark::State& state) {
  const ir::Program program = load("run_calls");
  const exec::Executor executor(program);
  const exec::Thread thread = executor.start_main();
  for (auto _ : state) {
    exec::Thread copy = thread;
    executor.resume(copy, {1, 0});
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(Resume);

}  // namespace

BENCHMARK_MAIN();
