// The relations of an execution that its steps do not name: coherence (co) and from-read (fr).
//
// Coherence is the order in which stores to a location reach memory. A from-read edge leads from a
// read to the store that overwrote what it read. Both are given by their immediate successors; the
// rest follows through them. Locations are bytes: accesses of different sizes that overlap are
// related, too. Steps stand for events: a buffered store is the step that issued it, not its drain.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memory/replay.h"
#include "report/execution.h"

namespace overtake::report {

struct Edges {
  std::vector<Edge> coherence;
  std::vector<Edge> from_read;
};

// Something that happens in memory: a read, a store that reaches it, or both at once.
struct MemoryAccess {
  std::uint32_t event = memory::kNoStep;  // the step that the edges name
  Address address = 0;
  unsigned size = 1;
  bool reads = false;
  bool writes = false;
  bool from_own_buffer = false;                // the read was served by the store buffer ...
  std::uint32_t reads_from = memory::kNoStep;  // ... from this store
};

// `accesses` in the order in which they happen. `buffered`: for each thread the stores that are
// still in its buffer at the end. They come after all others, those of different threads in either
// order.
Edges edges(std::span<const MemoryAccess> accesses,
            std::span<const std::vector<MemoryAccess>> buffered = {});
Edges edges(const memory::Replay& replay);

// For each step that is a drain the step that issued the store; kNoStep for the others.
std::vector<std::uint32_t> drained_stores(const memory::Replay& replay);

}  // namespace overtake::report
