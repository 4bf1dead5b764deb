// VerifyPSO (RF algorithm 2), extended to store-store fences and to atomics that drain one
// location.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/depth_first.h"

namespace overtake::consistency {

// A thread's next step, with the flushes it needs; or, for threads that order their stores, the
// flush of a buffer's oldest write.
struct PsoCandidate {
  std::uint32_t thread;  // kNone for a flush
  std::uint32_t buffer;
  std::uint64_t rank;
};

class VerifyPso : DepthFirst<VerifyPso, PsoCandidate> {
 public:
  using DepthFirst::run;

 private:
  friend DepthFirst;
  // The most urgent step that waits for a thread's writes, and the epoch of the write it wants.
  struct Demand {
    std::uint32_t rank;
    std::uint32_t epoch;
  };

  void start();
  Move descend(Budget& budget);
  bool attempt(const PsoCandidate& candidate);
  bool advance_threads();
  bool advance(std::uint32_t thread);
  void flush_spurious();
  bool try_step(std::uint32_t thread);
  bool drain(std::uint32_t thread, const Step& step);
  bool can_flush_source(std::uint32_t write) const;
  bool flush_source(std::uint32_t write);
  bool may_flush(std::uint32_t write) const;
  void flush(std::uint32_t write);
  void consume(std::uint32_t source);
  void finish_step(std::uint32_t at);
  void add_candidates();
  void add_flushes(std::uint32_t thread);
  void note_demand(std::uint32_t source, std::uint32_t rank);
  void prepare_key();  // verify_pso_key.cpp
  Hash128 key();

  bool done(std::uint32_t write) const { return cells_[done_ + write] != 0; }
  bool held(std::uint32_t location) const {
    return cells_[remaining_ + cells_[active_ + location]] != 0;
  }
  bool issued(std::uint32_t write) const {
    const Write& w = instance_->writes[write];
    return cells_[kNext + w.thread] > w.step;
  }
  bool spurious(std::uint32_t write) const { return cells_[remaining_ + write] == 0; }
  void touch(std::uint32_t location) { touched_.push_back(location); }

  // Where in cells_: by thread the pending writes and the epoch whose writes may go to
  // memory; by epoch the writes not yet in memory; by buffer its oldest write; by location the
  // active write; by write whether it is in memory, and the reads that still want it.
  std::size_t pending_ = 0, epoch_ = 0, left_ = 0, front_ = 0, active_ = 0, done_ = 0,
              remaining_ = 0;
  // Locations where a spurious write may have become executable.
  std::vector<std::uint32_t> touched_;
  std::vector<Demand> demand_;                // by thread: scratch of add_candidates()
  std::vector<std::uint32_t> last_drain_;     // by thread: its last step that drains, kNone if none
  std::vector<std::uint32_t> holder_reader_;  // by location and thread: scratch of key()
  std::vector<std::uint8_t> awaited_;         // by write: a source waits for it (condition 2b)
  std::vector<std::uint32_t> readers_head_;   // by write: the steps that read it
  std::vector<Link> readers_links_;
};

}  // namespace overtake::consistency
