// VerifySC with good writes (RVF algorithm 1), and the same question under TSO and PSO.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/queues.h"
#include "consistency/search.h"

namespace overtake::consistency {

class VerifyGood {
 public:
  Outcome run(const Instance& instance, const GoodWrites& good_writes,
              const Constraints* constraints, const Ranks& ranks, Budget& budget, Witness& witness);

 private:
  struct Frame {
    std::size_t trail;
    std::size_t witness;
    std::size_t candidates;
  };
  enum class Move : std::uint8_t { Progress, Complete, Stuck, GaveUp };

  void start(const GoodWrites& good_writes);
  void build_classes(const GoodWrites& good_writes);
  Move descend(Budget& budget);
  bool backtrack();
  bool execute(std::uint32_t candidate);
  bool advance(std::uint32_t thread);
  bool try_atomic(std::uint32_t at);
  bool ready(std::uint32_t at) const;
  bool may_flush(std::uint32_t queue) const;
  bool is_dead_flush(std::uint32_t queue) const;
  bool is_dead_atomic(std::uint32_t at) const;
  bool good(std::uint32_t event, std::uint32_t write) const;
  bool wanted(std::uint32_t write) const;
  void flush(std::uint32_t queue);
  void put(std::uint32_t location, std::uint32_t write);
  void obtain(std::uint32_t event);
  void leave(std::uint32_t at);
  bool constraints_done(std::uint32_t node) const;
  void note_demands();
  std::uint64_t urgency(std::uint32_t candidate) const;
  Hash128 key() const;

  bool done(std::uint32_t write) const { return cells_[done_ + write] != 0; }
  bool held(std::uint32_t location) const { return cells_[critical_ + location] != 0; }
  bool step_done(std::uint32_t step) const {
    return cells_[next_ + instance_->steps[step].thread] > step;
  }

  const Instance* instance_ = nullptr;
  const Constraints* constraints_ = nullptr;
  const Ranks* ranks_ = nullptr;
  Witness* witness_ = nullptr;
  Queues queues_;
  Trail cells_;
  // Where in cells_: by thread the next step and the pending writes; by queue its oldest write; by
  // epoch the writes not in memory; by location the active write (the memory map) and the number of
  // critical classes; by write whether it is in memory; by class the reads that still want it and
  // its writes that are not in memory.
  std::size_t next_ = 0, pending_ = 0, front_ = 0, left_ = 0, active_ = 0, critical_ = 0, done_ = 0,
              reads_ = 0, missing_ = 0;
  // A class: reads of one location with one set of good writes.
  std::vector<std::uint32_t> class_location_;
  std::vector<std::uint32_t> read_class_;    // by event
  std::vector<std::uint32_t> classes_head_;  // by write: the classes it is in
  std::vector<Link> links_;
  std::vector<std::uint32_t> class_reads_, class_missing_, class_of_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> candidates_;  // a thread, or threads + a queue; best last
  std::vector<std::uint32_t> demand_;      // by queue: the rank of the most urgent step it blocks
  FailedStates failed_;
};

}  // namespace overtake::consistency
