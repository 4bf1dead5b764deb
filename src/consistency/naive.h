// NaiveVerify: enumeration of the lower sets of all events, the baseline of RF §6.1.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/queues.h"
#include "consistency/search.h"

namespace overtake::consistency {

class Naive {
 public:
  Outcome run(const Instance& instance, const Constraints* constraints, const Ranks& ranks,
              Budget& budget, Witness& witness);

 private:
  struct Frame {
    std::size_t trail;
    std::size_t witness;
    std::size_t candidates;
  };
  void start();
  bool may_step(std::uint32_t thread) const;
  bool may_flush(std::uint32_t queue) const;
  void execute(std::uint32_t candidate);
  bool constraints_done(std::uint32_t node) const;
  bool waits_done(std::uint32_t write) const;
  bool drained(std::uint32_t at) const;
  Hash128 key() const;
  bool done(std::uint32_t write) const { return cells_[done_ + write] != 0; }
  bool step_done(std::uint32_t step) const {
    return cells_[next_ + instance_->steps[step].thread] > step;
  }
  std::uint32_t wanted(std::uint32_t location) const {
    return cells_[remaining_ + cells_[active_ + location]];
  }

  const Instance* instance_ = nullptr;
  const Constraints* constraints_ = nullptr;
  Witness* witness_ = nullptr;
  Queues queues_;
  Trail cells_;
  std::size_t next_ = 0, front_ = 0, pending_ = 0, left_ = 0, active_ = 0, done_ = 0,
              remaining_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> candidates_;  // a thread, or threads + a queue
  FailedStates failed_;
};

}  // namespace overtake::consistency
