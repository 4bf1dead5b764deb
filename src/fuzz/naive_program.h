// A Sketch flattened for the naive machine: each statement is one or more small steps.
#pragma once

#include <cstdint>
#include <vector>

#include "fuzz/sketch.h"

namespace overtake::fuzz::naive {

// One step, or one piece of local work, of a thread. `from` is the statement it belongs to.
enum class Do : std::uint8_t {
  // clang-format off
  Load, Store, FullFence, StoreFence, Add, Exchange, Cas, Await,
  Lock, TryLock, Unlock, SemWait, SemTryWait, SemPost,
  Enqueue, Woken, Signal, Broadcast, Arrive, Round,
  SectionBegin, SectionEnd, Choose, Spawn, Join,
  StorePointer, LoadPointer, HeapLoad, HeapStore, HeapFree, Finish,
  // Local work, done at once after the step before it:
  Branch, Jump, Assume, Assert, Exit,
  // clang-format on
};

struct Micro {
  Do what;
  const Statement* from = nullptr;
  // Branch (if the condition is false) and Jump: where to. Spawn, Join: the thread. StorePointer:
  // the cell of the slot + 256 * that of the object; LoadPointer: of the slot. Else the mutex, ...
  std::uint32_t number = 0;
};

inline bool is_local(Do what) { return what >= Do::Branch; }

struct Program {
  std::vector<std::vector<Micro>> code;  // by thread; points into the sketch
  std::size_t cells = 0;                 // of 4 bytes: locations, then slots, then heap objects
};

Program flatten(const Sketch& sketch);

}  // namespace overtake::fuzz::naive
