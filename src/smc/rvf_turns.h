// Operations that write the word of a lock, semaphore, ... take turns: each finds what the one
// before it left. The order of those turns is fixed (RVF, appendix A: single good releases), so the
// next one can only come at its end, and it depends on the events only, not on the run, whether a
// word lets a waiting thread continue. Every other write of such a word (its initialization, its
// destruction) has to be ordered with all of them.
//
// Careful explorations have no turns: to them a lock is a word like any other.
#pragma once

#include <cstdint>
#include <vector>

#include "smc/current_execution.h"
#include "smc/hidden_writes.h"

namespace overtake::smc {

class RvfTurns {
 public:
  explicit RvfTurns(const CurrentExecution& execution) : execution_(execution) {}

  // Whether the operation is a turn at the word of a lock, a semaphore or the like.
  static bool takes_turns(const exec::Op& op);
  // Whether operations take turns at the location, as far as was seen.
  bool at(std::uint32_t location) const {
    return location < locations_.size() && locations_[location];
  }

  // The next operation of the reader takes its turn. Throws NeedsExhaustive if a write of the word
  // is not ordered with it.
  void demand_order(const Reader& reader, const exec::Op& op);
  // The same for a write that was just executed.
  void demand_order(Position write) const;

 private:
  bool is_link(Position write) const;

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  std::vector<bool> locations_;  // where operations take turns
};

}  // namespace overtake::smc
