// The lives of objects in the current execution: which have ended, and which accesses race with the
// end of one.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "smc/trace.h"

namespace overtake::smc {

class CurrentExecution;

class Lifetimes {
 public:
  explicit Lifetimes(const CurrentExecution& execution) : execution_(execution) {}

  void end(SlotId object, Position end);
  void cut(std::uint32_t length);  // of τ
  // The objects whose life ended in τ, and where, in its order.
  const std::vector<std::pair<SlotId, Position>>& ended() const { return ended_; }
  // Whether the object's life is over for t: in τ or, if the order of τ means nothing, for certain.
  bool has_ended(ThreadId t, SlotId object) const {
    return times_ended_.contains(object.value) && has_ended_for(t, object);
  }

  // The object that the event accesses; none: it is no access.
  SlotId accessed(Position p) const;
  // An access, and the end of the life of its object.
  struct Race {
    SlotId object;
    Position end;
    Position access;
  };
  // Those that causality leaves in either order, of which one is at `begin` or later: in the order
  // of ended(), then of τ.
  std::vector<Race> races(Position begin = 0) const;

 private:
  bool has_ended_for(ThreadId t, SlotId object) const;
  // Globals do not end.
  bool may_have_ended(SlotId object) const {
    return is_thread_object(address_of(object)) && times_ended_.contains(object.value);
  }

  const CurrentExecution& execution_;
  std::vector<std::pair<SlotId, Position>> ended_;
  tsl::robin_map<std::uint32_t, std::uint32_t> times_ended_;  // by slot, of those in ended_
};

}  // namespace overtake::smc
