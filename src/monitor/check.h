// Does the program ever leave sequential consistency? `overtake monitor` in data.
//
//     MonitorResult r = monitor::check(program, {.model = Model::PSO});
//     // r.violations; if there are none and r.complete: every behaviour is one of SC
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/limit.h"
#include "base/model.h"
#include "monitor/violations.h"

namespace overtake::monitor {

enum class Method : std::uint8_t {
  Classes,        // one run for each SC trace, and every run with that trace at once
  Interleavings,  // the online monitor on every SC interleaving
};

struct CheckOptions {
  MemoryModel model = Model::TSO;  // or PSO
  FailedCas failed_cas = FailedCas::Reads;
  Method method = Method::Classes;
  std::optional<std::uint32_t> preemption_bound;  // Interleavings: from 0 up to this; none: all
  std::uint64_t max_executions = 0;               // 0: no limit
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const struct MonitorResult&)> progress;  // now and then
};

struct MonitorResult {
  std::vector<Violation> violations;  // each pair once
  std::uint64_t executions = 0;       // SC runs looked at
  // Interleavings: with exactly so many preemptions, by bound.
  std::vector<std::uint64_t> by_preemptions;
  bool complete = false;             // everything was covered
  std::vector<ReachedLimit> limits;  // why not, each once
  std::vector<ir::SourceId> bounded_loops;
  std::string exhaustive_because;  // the construct for which the weak machine itself was walked
};

// The program must have been lowered for the model (memory/lower.h). Spinning threads do three
// iterations of their loop before they stop, as kSpinRepeats says.
MonitorResult check(const ir::Program& program, const CheckOptions& options);

// A cycle of a trace needs at most two events of a thread (Shasha and Snir: it has chords
// otherwise), so at most two iterations without effect of a spinning thread, and then the one that
// leaves the loop. All others can be left out: the thread is in the same state without them.
inline constexpr std::uint32_t kSpinRepeats = 2;

}  // namespace overtake::monitor
