// The instance of the current execution, or of some of its events, with events that τ does not
// have: for questions about what may happen in between, or afterwards.
#pragma once

#include <utility>
#include <vector>

#include "consistency/consistency.h"
#include "smc/current_execution.h"
#include "smc/rvf_instance.h"

namespace overtake::smc {

class ExtendedInstance {
 public:
  // `bound`: what the reads are bound to; none: each to its source in τ.
  ExtendedInstance(const CurrentExecution& execution, const RvfInstance* bound)
      : execution_(execution), bound_(bound) {}

  // Begins with the events of τ, but for those that are left out, by position. What is left must be
  // closed under causes.
  void begin(const std::vector<bool>& left_out = {});
  EventId add(const Event& event, std::vector<EventId> sources = {});
  void order(EventId before, EventId after) { events_.order.emplace_back(before, after); }
  // A location that τ does not have.
  std::uint32_t add_location() { return events_.location_count++; }

  // Of an event of τ; none: it is left out.
  EventId of(Position p) const { return ids_[p]; }
  // kInitial: τ does not have the event.
  Position position(EventId e) const {
    return e.index() < positions_.size() ? positions_[e.index()] : kInitial;
  }
  const Execution& events() const { return events_; }
  const GoodWrites& good_writes() const { return good_; }

 private:
  const CurrentExecution& execution_;
  const RvfInstance* const bound_;
  Execution events_;
  GoodWrites good_;
  std::vector<EventId> ids_;         // by position
  std::vector<Position> positions_;  // by event
};

}  // namespace overtake::smc
