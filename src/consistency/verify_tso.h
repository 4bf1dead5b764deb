// VerifyTSO (RF algorithm 1), and VerifySC for a fixed reads-from map, which is the same search
// over threads that never buffer.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/search.h"

namespace overtake::consistency {

class VerifyTso {
 public:
  // `constraints` may be null. The witness is complete only if the outcome is Witness.
  Outcome run(const Instance& instance, const Constraints* constraints, const Ranks& ranks,
              Budget& budget, Witness& witness);

 private:
  struct Frame {
    std::size_t trail;
    std::size_t witness;
    std::size_t candidates;  // where this frame's candidates begin in candidates_
  };
  enum class Move : std::uint8_t { Progress, Complete, Stuck, GaveUp };

  void start();
  Move descend(Budget& budget);
  bool backtrack();
  void advance_threads();
  bool advance(std::uint32_t thread);
  bool may_execute(std::uint32_t thread) const;
  bool is_dead(std::uint32_t thread) const;
  void sort_candidates(std::size_t first);
  void execute(std::uint32_t thread);
  void execute_accesses(const Step& step);
  bool ordered_steps_done(std::uint32_t step) const;
  bool constraints_done(std::uint32_t node) const;
  bool waits_done(std::uint32_t write) const;
  bool sources_done(const Step& step) const;
  Hash128 key() const;

  bool done(std::uint32_t write) const {
    const Write& w = instance_->writes[write];
    return w.thread == kNone || cells_[memory_ + w.thread] > w.memory_index;
  }
  std::uint32_t next_memory_event(std::uint32_t thread) const {
    const std::uint32_t at = instance_->memory_begin[thread] + cells_[memory_ + thread];
    return at < instance_->memory_begin[thread + 1] ? instance_->memory_events[at] : kNone;
  }
  bool held(std::uint32_t location) const {
    return cells_[remaining_ + cells_[active_ + location]] != 0;
  }

  const Instance* instance_ = nullptr;
  const Constraints* constraints_ = nullptr;
  const Ranks* ranks_ = nullptr;
  Witness* witness_ = nullptr;
  Trail cells_;
  // Where in cells_: by thread the next step and the number of memory events done; by location the
  // active write (the last one in memory); by write the reads that still want it.
  std::size_t next_ = 0, memory_ = 0, active_ = 0, remaining_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> candidates_;  // threads, per frame, best last
  std::vector<std::uint64_t> urgency_;     // by thread: scratch of sort_candidates()
  FailedStates failed_;
};

}  // namespace overtake::consistency
