// What every exploration is asked, and what it answers. `overtake check` in data.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/model.h"
#include "exec/executor.h"
#include "memory/schedule.h"

namespace overtake::smc {

// Which executions are the same, so that one of them is enough.
enum class Equivalence : std::uint8_t { Exhaustive, Rf, Rvf, Trace };

struct EquivalenceName {
  Equivalence equivalence;
  std::string_view name;
};
std::span<const EquivalenceName> equivalences();  // all there are, the default first
std::string_view name(Equivalence equivalence);
std::optional<Equivalence> parse_equivalence(std::string_view text);

// Parts of RVF exploration that can be switched off, to see what they are worth.
struct RvfOptions {
  bool backtrack_signals = true;
  bool closure = true;
  bool guidance = true;  // by the witness that is known
};

struct CheckOptions {
  Model model = Model::SC;
  PsoRmw pso_rmw = PsoRmw::All;
  Equivalence equivalence = Equivalence::Rf;
  RvfOptions rvf;
  bool all_errors = false;                 // go on after the first error
  std::uint64_t max_executions = 0;        // 0: no limit
  const std::atomic<bool>* stop = nullptr; // set from outside: timeout, interrupt, memory limit
  // Called now and then (not per execution) with what has been explored so far.
  std::function<void(const struct CheckResult&)> progress;
};

struct FoundError {
  exec::Error error;
  ThreadId thread;
  memory::Schedule schedule;   // reaches the error; replayed before it is handed out
  memory::ThreadNames names;   // of the schedule's thread ids
};

struct CheckResult {
  struct Executions {
    std::uint64_t complete = 0;   // every thread ended, exited or failed
    std::uint64_t blocked = 0;    // some thread stopped by a false assume
    std::uint64_t bounded = 0;    // some thread stopped by a loop bound
    std::uint64_t redundant = 0;  // explored in vain; 0 for an optimal exploration
  } executions;
  std::vector<FoundError> errors;          // each distinct error (kind, place) once
  std::vector<ir::SourceId> bounded_loops; // the loops whose bound was hit
  bool finished = false;                   // the whole space was explored
  std::string unfinished_reason;           // "timeout", "interrupted", "memory", "max-executions"
  Equivalence used = Equivalence::Rf;      // the exploration that came to this result
  std::string rf_because;                  // the construct for which RF exploration took over
  std::string exhaustive_because;          // the construct for which the exhaustive search took over
};

CheckResult check(const ir::Program& program, const CheckOptions& options);

}  // namespace overtake::smc
