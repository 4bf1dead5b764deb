// What a failure depends on, by trial: the same run again, in which one read obtains another value.
//
// A thread is a deterministic function of what it reads, and a run of its schedule. So whether a
// value would have made a difference is a question that the machine answers: if the run still fails
// in the same way, it would not have. And what a condition depends on is told by a read of memory
// that was never set: the interpreter follows such values through registers, calls and memory, also
// of other threads, and stops where something depends on them. If that is the line that fails, then
// the read feeds the failure.
//
// Costs one replay a question. Questions stop when they have taken kMostSteps steps together, a
// number and not a time, so that reports are the same on every machine; what was not asked counts
// as mattering.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "memory/replay.h"

namespace overtake::report {

// A read that the failing condition, or the failing access, depends on.
struct Feeder {
  std::uint32_t step = memory::kNoStep;
  bool direct = false;  // not only through memory that is read again
};

class Causes {
 public:
  // Both must outlive it.
  Causes(const ir::Program& program, const memory::Replay& replay);

  // Whether the run fails in the same way when step `read` obtains `value`.
  bool fails_anyway(std::uint32_t read, const exec::Value& value);

  // In the order of the run.
  std::vector<Feeder> feeders();

 private:
  static constexpr std::uint64_t kMostSteps = 40'000;
  static constexpr std::size_t kMostReads = 80;  // the last ones before the failure

  memory::Replay instead(const memory::Pretence& pretence);
  bool same_failure(const memory::Replay& other) const;
  bool stops_where_it_failed(const memory::Replay& other) const;
  std::optional<Feeder> feeds(std::uint32_t read);

  const ir::Program& program_;
  const exec::Executor executor_;
  const memory::Replay& replay_;
  const bool possible_;  // the run can be repeated
  std::uint64_t steps_ = 0;
};

}  // namespace overtake::report
