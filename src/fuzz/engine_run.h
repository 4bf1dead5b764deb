// What each exploration makes of a program with loops: the outcomes of its executions, by how they
// end, and what it reports.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "fuzz/engine.h"
#include "fuzz/outcome.h"
#include "fuzz/sketch.h"
#include "smc/check.h"

namespace overtake::fuzz {

// The passes that a program goes through before it is explored, as `overtake check` does it.
struct Preparation {
  std::uint32_t unroll = 0;  // 0: no bound
  bool passes = true;        // privatize and simplify
};
ir::Program prepared(const ir::Program& program, MachineName machine, Preparation preparation);

struct EngineRun {
  // Of executions in which no thread was stopped as spinning or by a bound. With memory only if
  // states are told apart: a class does not say what is in memory at the end.
  Outcomes ends;
  // Without memory: of executions that are reported as hangs (not by RF and RVF exploration).
  Outcomes hangs;
  std::set<ir::ErrorKind> errors;
  // How many executions (classes, states) there are.
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;
  std::uint64_t bounded = 0;
  bool twice = false;  // one was visited twice (RF exploration)
  smc::Equivalence used = smc::Equivalence::Rf;
};

// Where an exploration gives up.
struct RunLimits {
  std::uint64_t executions = 20'000;
  std::uint64_t configurations = 150'000;  // of the exhaustive search
  // Of one thread, in RF and RVF exploration. A loop whose iterations have effects for ever makes
  // each execution longer than the last one: 20,000 of them would take hours.
  std::uint32_t operations = 1'000;
};

// `program` is prepared. None: the exploration reached a limit.
std::optional<EngineRun> engine_run(const Sketch& sketch, const ir::Program& program,
                                    MachineName machine, smc::Equivalence equivalence,
                                    const RunLimits& limits = {});

// What the threads saw. A class of executions does not say more: the last store to a location
// does not matter if nothing reads it.
Outcomes seen_by_threads(const Outcomes& outcomes);

}  // namespace overtake::fuzz
