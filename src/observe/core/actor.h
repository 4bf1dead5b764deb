// What the monitors know of one thread: its place in happens-before, and its store buffers.
//
// Happens-before is kept as in src/monitor (vector clocks), with numbers of events as times: the
// past of a thread says, for each other thread, the last of its events that happens before what
// this one does now. A clock is not copied with every access. A location remembers events, and the
// past of event s of thread q is found again from the changes that q's past went through: a thread
// that knows q up to event t and now learns of event s takes over the changes between t and s. It
// need not look at them at all if s is not new to it, which is the common case.
//
// Only what concerns stores that are still in a buffer matters (watch.h), so most changes are not
// even written down, and those that do not matter any more are dropped.
#pragma once

#include <cstdint>

#include "observe/core/cells.h"
#include "observe/core/pages.h"

namespace overtake::observe {

// From event `time` of a thread on its past has thread `slot` up to event `value`.
struct PastChange {
  Seq time = 0;
  Seq value = 0;
  Slot slot = 0;
};

struct Actor {
  Slot slot = 0;
  Mark tag = 0;  // mark_tag(slot, 0)
  bool alive = false;
  // The last event of this thread after which its stores or its past are different: two reads of a
  // location without such an event between them are worth one.
  Seq last_tick = 0;
  Seq last_store = 0;   // its newest store through the buffer
  Seq epoch_begin = 1;  // the first event after its last store-store fence
  // Its stores up to these events have reached memory. Under PSO others may have, too.
  Seq committed_tso = 0;
  Seq committed_pso = 0;

  PageArray<Seq> past;  // by slot
  PageArray<PastChange> changes;
  std::uint32_t change_count = 0;
  std::uint32_t change_limit = 0;

  static constexpr std::uint32_t kFirstLimit = 64;
  static constexpr std::uint32_t kMaxChanges = 1u << 16;

  Seq committed() const { return committed_tso < committed_pso ? committed_tso : committed_pso; }
  bool has_pending() const { return last_store > committed_tso || last_store > committed_pso; }
};

}  // namespace overtake::observe
