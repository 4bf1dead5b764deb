// VerifyTSO (RF algorithm 1), and VerifySC for a fixed reads-from map, which is the same search
// over threads that never buffer.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/depth_first.h"

namespace overtake::consistency {

// A candidate is a thread: its next memory event.
class VerifyTso : DepthFirst<VerifyTso, std::uint32_t> {
 public:
  using DepthFirst::run;

 private:
  friend DepthFirst;

  void start();
  Move descend(Budget& budget);
  bool attempt(std::uint32_t thread);
  void advance_threads();
  bool advance(std::uint32_t thread);
  bool may_execute(std::uint32_t thread) const;
  bool is_dead(std::uint32_t thread) const;
  void note_urgency(std::size_t first);
  void execute(std::uint32_t thread);
  void execute_accesses(const Step& step);
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

  // Where in cells_: by thread the number of memory events done; by location the
  // active write (the last one in memory); by write the reads that still want it.
  std::size_t memory_ = 0, active_ = 0, remaining_ = 0;
  std::vector<std::uint64_t> urgency_;  // by thread: scratch of note_urgency()
};

}  // namespace overtake::consistency
