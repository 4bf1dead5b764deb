// A mutation (X', RF') of the current execution in RF exploration: X' is the prefix of a node, the
// causal past of the new source, and one or two events that are placed after them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "smc/trace.h"

namespace overtake::smc {

// An event to place.
struct Placement {
  Position predecessor = kInitial;  // kInitial: none
  ThreadId thread;
  const exec::Op* op = nullptr;
  bool writes = false;
  bool plain = false;  // a Read: neither drains nor writes
};

struct Mutation {
  std::uint32_t node = 0;
  std::uint32_t prefix = 0;  // of the node: length of τ before its event
  const std::uint16_t* past =
      nullptr;  // by thread: how many events of the causal past of the source
  std::uint32_t location = 0;
  Position source = kInitial;           // which write the first placed event reads
  Position excluded = kInitial;         // the mutated event itself, not part of X' as it was
  std::array<Placement, 2> placements;  // one after the other
  std::uint32_t placed_count = 0;

  std::span<const Placement> placed() const { return {placements.data(), placed_count}; }
  void place(const Placement& e) { placements[placed_count++] = e; }
  // Whether X' has the event of τ.
  bool contains(const Trace& trace, Position p) const {
    return p != excluded && (p < prefix || past[trace[p].thread.index()] > trace[p].index);
  }
};

}  // namespace overtake::smc
