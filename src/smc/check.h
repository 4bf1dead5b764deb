// What every exploration is asked, and what it answers. `overtake check` in data.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/limit.h"
#include "base/model.h"
#include "exec/executor.h"
#include "memory/found.h"
#include "smc/equivalence.h"

namespace overtake {
struct Execution;
}

namespace overtake::smc {

struct CheckOptions {
  MemoryModel model = Model::SC;
  Equivalence equivalence = Equivalence::Rf;
  RvfOptions rvf;
  bool all_errors = false;                // continue after the first error
  std::vector<ir::ErrorKind> ignored;     // errors of these kinds do not count
  std::uint64_t max_executions = 0;       // 0: no limit
  std::uint32_t max_operations = 0xffff;  // visible ones of one of several threads (RF and RVF)
  bool symmetry = false;                  // equal threads once, if there are any (RF and RVF)
  bool races = false;                     // look for data races, too (RF exploration only)
  // Only runs in which at most so many times a thread that could continue is interrupted by
  // another; implies the exhaustive search.
  std::optional<std::uint32_t> preemption_bound;
  // Threads that explore (RF and RVF exploration); one begins, and the others join it after a
  // while.
  std::uint32_t jobs = 1;
  std::chrono::microseconds alone{2000};  // 0: and hand over the smallest things, for tests
  // Called now and then, and at the end if stopped from outside, with all that is left to do (RF
  // and RVF exploration, checkpoint.h).
  std::function<void(const struct Snapshot&)> save;
  std::chrono::milliseconds save_every{60'000};
  const struct Snapshot* resume = nullptr;  // continue from there
  bool estimates = true;                    // guess how much is left, if it is stopped
  bool time_split = false;                  // measure the times of `Statistics`
  const std::atomic<bool>* stop = nullptr;  // set from outside: timeout, interrupt, memory limit
  // Called now and then (not per execution) with what has been explored so far.
  std::function<void(const struct CheckResult&)> progress;
  // Called with each instance (X, RF) whose realizability an RF exploration asks for.
  std::function<void(const Execution&)> on_instance;
};

using memory::FoundError;
using memory::FoundRace;

// How an exploration spent its time (`--stats`).
struct Statistics {
  std::uint64_t events = 0;         // executed, re-executed ones included
  std::uint64_t mutations = 0;      // looked at
  std::uint64_t known = 0;          // ... already planned or refuted
  std::uint64_t taken = 0;          // ... unrealizable without a search: two RMWs of one write
  std::uint64_t by_order = 0;       // realizable in the old order, repaired
  std::uint64_t by_greedy = 0;      // realizable or not says a short search without closure
  std::uint64_t by_closure = 0;     // unrealizable says the closure
  std::uint64_t by_search = 0;      // decided by the search inside the closure
  std::uint64_t by_inspection = 0;  // unrealizable: a read alone shows it
  std::uint64_t search_states = 0;
  std::uint64_t closure_edges = 0;
  std::uint64_t planned_peak = 0;  // schedules planned at one time
  std::uint64_t transfers = 0;     // work items that other threads or processes took up
  std::uint64_t bytes_moved = 0;   // of these, to other processes
  std::uint64_t claims = 0;        // asked of other processes
  double idle_seconds = 0;         // of all threads together, that had nothing to do
  double executing_seconds = 0;
  double mutating_seconds = 0;  // verifying not included
  double verifying_seconds = 0;
};

struct CheckResult {
  struct Executions {
    std::uint64_t complete = 0;  // every thread ended, exited or failed
    std::uint64_t blocked = 0;   // some thread stopped by a false assume
    std::uint64_t bounded = 0;   // some thread stopped by a loop bound
    // Begun, and no execution came of it; 0 unless threads wait or values are merged.
    std::uint64_t redundant = 0;
  } executions;
  // Those that were looked at: one may stand for several.
  Executions visited;
  // Equal threads once (docs/rvf-smc.md).
  struct Symmetry {
    bool used = false;
    bool counted = true;      // `executions` are all, else those that were visited
    std::string off_because;  // why it was not used; empty: it was, or was not asked for
  } symmetry;
  std::vector<FoundError> errors;           // each distinct error (kind, place) once
  std::vector<FoundRace> races;             // each pair of places once
  std::vector<ir::SourceId> bounded_loops;  // the loops whose bound was hit
  Statistics statistics;
  double estimate = 0;      // a guess how many executions there are; 0: none
  double seconds_left = 0;  // ... and how long the rest takes; 0: no idea
  // If unfinished: the operation that the last execution did most often, if often.
  struct Repeated {
    std::string thread;
    ir::SourceId source;
    std::uint32_t times = 0;
  };
  std::optional<Repeated> repeated;
  bool races_checked = false;
  bool finished = false;               // the whole space was explored
  ReachedLimit unfinished;             // if not: why; none if stopped from outside
  Equivalence used = Equivalence::Rf;  // the exploration that came to this result
  std::string rf_because;              // the construct for which RF exploration took over
  std::string exhaustive_because;      // the construct for which the exhaustive search took over
};

CheckResult check(const ir::Program& program, const CheckOptions& options);

}  // namespace overtake::smc
