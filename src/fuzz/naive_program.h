// A Sketch flattened for the naive machine: each statement is one or more small steps.
#pragma once

#include <cstdint>
#include <vector>

#include "fuzz/sketch.h"

namespace overtake::fuzz::naive {

// One step, or one piece of local work, of a thread. `from` is the statement it belongs to.
enum class Do : std::uint8_t {
  // clang-format off
  Load, Store, FullFence, StoreFence, Add, Exchange, Or, And, Cas, Await,
  Lock, TryLock, Unlock, SemWait, SemTryWait, SemPost,
  Enqueue, Woken, Signal, Broadcast, Arrive, Round,
  SectionBegin, SectionEnd, Choose, Spawn, Join,
  StorePointer, LoadPointer, HeapLoad, HeapStore, HeapFree, Finish,
  // Local work, done at once after the step before it:
  Branch, Jump, Assume, Assert, Exit, Set, Mask,
  Zero, Reached, Next,  // the counter of a For: begins, is at its end, counts
  Enter, Head, Count,   // a loop is entered; an iteration may begin here; one has begun
  Guard, Call, CallSelf, Return,
  // clang-format on
};

struct Micro {
  Do what;
  const Statement* from = nullptr;
  // Branch (if the condition is false), Reached, Guard (if r0 is 0) and Jump: where to. Spawn,
  // Join: the thread. StorePointer: the cell of the slot + 256 * that of the object; LoadPointer:
  // of the slot. Enter, Count: the loop. Call: the routine. Else the mutex, ...
  std::uint32_t number = 0;
};

inline bool is_local(Do what) { return what >= Do::Branch; }

// The code of a thread or a function.
struct Routine {
  std::vector<Micro> code;  // points into the sketch
  std::uint32_t registers = 0;
  std::uint32_t results = 0;  // registers in the result of a thread
  std::uint32_t variables = 0;
  std::uint32_t loops = 0;
  // By place of code: a bit for each register whose value may still be asked for; only at heads.
  std::vector<std::uint8_t> live;
};

struct Program {
  std::vector<Routine> routines;  // of the threads, then of the functions
  std::size_t threads = 0;
  std::size_t cells = 0;  // of 4 bytes: locations, then slots, then heap objects
};

Program flatten(const Sketch& sketch);

}  // namespace overtake::fuzz::naive
