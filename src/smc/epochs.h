// Overlapping accesses of different sizes.
//
// Programs initialize a word in two halves and then use it whole, or copy a structure by words and
// read its fields. As long as causality orders every such pair (one of them a write), nothing is
// left to choose between them: when a location is accessed after overlapping writes of other sizes,
// those writes, and its own earlier ones, make up the value it starts with from there on. So it
// becomes a fresh location with that initial value, an *epoch* of the location. A pair that
// causality does not order is for careful explorations (rvf_torn.h), which have no epochs.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <cstdint>
#include <span>
#include <vector>

#include "smc/locations.h"
#include "smc/trace.h"

namespace overtake::smc {

class CurrentExecution;

class Epochs {
 public:
  Epochs(const CurrentExecution& execution, Locations& locations)
      : execution_(execution), locations_(locations) {}

  // Some of the object's locations overlap.
  void add(SlotId object) { mixed_objects_.insert(object.value); }
  bool empty() const { return mixed_objects_.empty(); }
  bool contains(SlotId object) const { return mixed_objects_.contains(object.value); }

  // The epoch of the location `plain` that the next operation of t accesses, or `plain` itself.
  // Throws NeedsExhaustive.
  std::uint32_t epoch_of(ThreadId t, const exec::Op& op, std::uint32_t plain);
  // A run in which stores of one thread that overlap reach memory in program order, under PSO.
  StepOrder in_buffer_order(std::span<const RunStep> order) const;

 private:
  std::vector<Position> accesses_of(const LocationInfo& location);

  const CurrentExecution& execution_;
  Locations& locations_;
  tsl::robin_set<std::uint32_t> mixed_objects_;  // slots of objects with overlapping locations
  // Locations by object and 16 bytes of it, and how many of them are there.
  tsl::robin_map<std::uint64_t, std::vector<std::uint32_t>> granules_;
  std::uint32_t granules_know_ = 0;
};

}  // namespace overtake::smc
