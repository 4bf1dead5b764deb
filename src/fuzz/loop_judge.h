// What the second semantics says of a program with loops, and whether an exploration agrees.
//
// The naive machine has all ends, and knows exactly whether some run continues for ever and nothing
// can end it. An exploration stops threads that spin, and without a bound it ends only if each loop
// that does not end is one that it stops. So there are two questions:
//
// 1. `within`: with a bound on loops. Its ends must be some of those that exist. All that the naive
//    machine reaches within that bound must be among them: a run with rounds without effect is one
//    with fewer iterations if these are left out. The same for errors. No deadlock or hang may be
//    found that does not exist.
// 2. `same`: if no thread reached the bound. Ends, errors, deadlocks and hangs must be the same. (A
//    loop whose rounds have effects, or change the thread's state for ever, reaches any bound:
//    nothing is said of it beyond 1.)
#pragma once

#include <optional>
#include <set>
#include <string>

#include "fuzz/engine_run.h"
#include "fuzz/naive.h"

namespace overtake::fuzz {

using ErrorKinds = std::set<ir::ErrorKind>;

// More iterations than any For of the generator has.
inline constexpr std::uint32_t kUnroll = 4;

// Throws PassedOver if the state graph is too large.
NaiveResult naive_graph(const Sketch& sketch, MachineName machine, std::uint32_t unroll,
                        bool classes = false);

// Throws PassedOver if a limit is reached.
EngineRun explored(const Sketch& sketch, const ir::Program& program, MachineName machine,
                   smc::Equivalence equivalence, const RunLimits& limits = {});

// What stands in one set and not in the other, as text.
std::string missing(const ErrorKinds& some, const ErrorKinds& all);

class LoopJudge {
 public:
  // Throws PassedOver.
  LoopJudge(const Sketch& sketch, MachineName machine);

  // Nothing if all is well. `with_ends`: the outcomes of the run's threads are those of the
  // sketch's.
  std::optional<std::string> within(const EngineRun& run, bool with_ends = true) const;
  std::optional<std::string> same(const EngineRun& run, bool with_ends = true) const;

 private:
  NaiveResult all_;
  NaiveResult bounded_;
  ErrorKinds errors_;          // that exist
  ErrorKinds bounded_errors_;  // failures within the bound
};

}  // namespace overtake::fuzz
