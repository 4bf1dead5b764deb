// The instance (X, GoodW) of the current execution for the consistency library: each read of τ is
// bound to its good writes, the writes with the value that it was given. Events are named by their
// positions in τ.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "consistency/consistency.h"
#include "consistency/verify_overlaps.h"
#include "smc/current_execution.h"

namespace overtake::smc {

class RvfInstance {
 public:
  explicit RvfInstance(const CurrentExecution& execution) : execution_(execution) {}

  // Adds the event p that τ has, or would have next, after its predecessor.
  void add(Position p, const Event& event, Position predecessor, std::span<const Position> good,
           const consistency::ReadParts& parts = {});
  // Back to the first `length` events.
  void cut(std::uint32_t length);

  // Of a read.
  const std::vector<EventId>& good_of(Position read) const {
    return good_.classes[good_.read_class[read]];
  }
  bool is_read(Position p) const { return good_.read_class[p] != GoodWrites::kNoClass; }
  // In careful explorations: by position, what each byte of a read may be obtained from.
  const std::vector<consistency::ReadParts>& parts() const { return parts_; }

  const Execution& events() const { return events_; }
  const GoodWrites& good_writes() const { return good_; }
  // Order edges that are part of one question only.
  std::vector<std::pair<EventId, EventId>>& order() { return events_.order; }

 private:
  const CurrentExecution& execution_;
  Execution events_;
  GoodWrites good_;
  std::vector<consistency::ReadParts> parts_;
};

}  // namespace overtake::smc
