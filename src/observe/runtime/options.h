// OVERTAKE_OPTIONS: what a run is told, as users of sanitizers expect.
//
//     OVERTAKE_OPTIONS=seed=7:strategy=pct:races=1 ./program
#pragma once

#include <cstdint>

namespace overtake::observe {

enum class StrategyKind : std::uint8_t {
  Mix,         // one of the others, and its numbers, by the seed
  Priorities,  // "pct": random priorities; the running thread's becomes the lowest now and then
  Random,      // any thread, now and then
  RoundRobin,  // the next thread, after so many steps
  None,        // switch only when a thread cannot go on
};

struct RuntimeOptions {
  std::uint64_t seed = 1;
  StrategyKind strategy = StrategyKind::Mix;
  std::uint64_t interval = 0;     // steps between preemptions, on average; 0: by the seed
  std::uint64_t preemptions = 0;  // at most so many; 0: by the seed; kNoBound: no bound
  int switch_at_all = -1;         // 1: at every access; 0: at those to shared memory; -1: by seed
  std::uint8_t models = 3;        // kTso, kPso
  bool races = false;
  bool location_only = false;            // what atomics drain under PSO
  bool local_futexes = true;             // no other process wakes a thread of this one
  bool fast_time = false;                // sleeps end at once if no thread does anything
  bool whole = false;                    // record the whole execution, and all pairs (for tests)
  std::uint64_t window = 1u << 20;       // events that are remembered
  std::uint32_t window_events = 20'000;  // events that are recorded around a violation
  std::uint32_t max_findings = 1000;
  int exit_code = 10;  // of a program with findings
  bool halt = false;   // end at the first finding
  bool verbose = false;
  char results[512] = "";       // the folder for findings; empty: they are shown at once
  char reporter[512] = "";      // the overtake that shows them
  char suppressions[512] = "";  // files for it
  char record[512] = "";

  static constexpr std::uint64_t kNoBound = ~std::uint64_t{0};
};

// Says what it does not understand.
void parse_options(const char* text, RuntimeOptions& options);

}  // namespace overtake::observe
