// Visible operations: the next step of a thread, and what a read-modify-write does.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "ir/program.h"

namespace overtake::exec {

// A value of up to 16 bytes; `hi` is 0 for everything of 8 bytes and less. Bytes that were never
// set are 0 and have their bit in `undefined`; `origin` is where the memory came from that they
// were first read in, for people only.
struct Value {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  std::uint16_t undefined = 0;
  ir::SourceId origin;

  // Byte i becomes byte k of `from`.
  constexpr void copy_byte(unsigned i, const Value& from, unsigned k) {
    const std::uint64_t byte = ((k < 8 ? from.lo : from.hi) >> (8 * (k % 8))) & 0xff;
    std::uint64_t& word = i < 8 ? lo : hi;
    word = (word & ~(std::uint64_t{0xff} << (8 * (i % 8)))) | byte << (8 * (i % 8));
    undefined =
        static_cast<std::uint16_t>((undefined & ~(1u << i)) | (from.undefined >> k & 1u) << i);
    if ((from.undefined >> k & 1u) != 0) origin = from.origin;
  }

  friend constexpr bool operator==(const Value& a, const Value& b) {
    return a.lo == b.lo && a.hi == b.hi && a.undefined == b.undefined;
  }
};

// Nanoseconds of virtual time (clock.cpp) since the program began.
using Time = std::uint64_t;
inline constexpr Time kEndOfTime = Time{1} << 58;  // more than nine years

enum class OpKind : std::uint8_t {
  Load,         // result: the value
  Store,        // buffered under TSO and PSO
  Rmw,          // sub = ir::RmwFunction; result: the old value
  Cas,          // result: the old value; success iff it equals `expected`
  Sync,         // sub = ir::SyncOp; result as ir::SyncOp says
  Fence,        // full fence
  StoreFence,   // store-store fence
  Free,         // ends the object at `address` (heap; shared stack objects when their frame ends)
  Spawn,        // address = function, operand = argument; result: the new thread's id
  Join,         // operand = thread id; result: the joined thread's result
  Choose,       // operand = number of alternatives; result: the chosen one
  AtomicBegin,  // from here to AtomicEnd nothing of other threads happens
  AtomicEnd,
  ObjectSize,  // result: the size of the live object at `address`
  End,         // the thread has ended: waits until its buffers are empty; operand = its result
};

struct Op {
  OpKind kind = OpKind::End;
  std::uint8_t size = 0;  // bytes: 1..8 or 16
  std::uint8_t sub = 0;
  ir::Order order = ir::Order::Plain;
  ir::SourceId source;
  Address address = 0;
  Value operand;
  Value expected;

  friend bool operator==(const Op&, const Op&) = default;

  bool is_access() const { return kind <= OpKind::Sync; }
  bool is_fence() const { return kind == OpKind::Fence || kind == OpKind::StoreFence; }
  ir::SyncOp sync() const { return static_cast<ir::SyncOp>(sub); }
  // A free that the program did not write: a variable's function returns, or its thread ends.
  bool ends_scope() const { return kind == OpKind::Free && sub != 0; }
  bool is(ir::SyncOp which) const { return kind == OpKind::Sync && sync() == which; }
};

// Whether it takes a lock or a unit of a semaphore, perhaps; may fail to, and goes on; gives one
// back.
inline bool may_fail(const Op& op) {
  using enum ir::SyncOp;
  return op.kind == OpKind::Sync && (op.sync() == MutexTryLock || op.sync() == ReadTryLock ||
                                     op.sync() == WriteTryLock || op.sync() == SemTryWait);
}
inline bool takes_turn(const Op& op) {
  using enum ir::SyncOp;
  return may_fail(op) ||
         (op.kind == OpKind::Sync && (op.sync() == MutexLock || op.sync() == ReadLock ||
                                      op.sync() == WriteLock || op.sync() == SemWait));
}
inline bool gives_back(const Op& op) {
  using enum ir::SyncOp;
  return op.kind == OpKind::Sync &&
         (op.sync() == MutexUnlock || op.sync() == RwUnlock || op.sync() == SemPost);
}

// What an atomic operation (Rmw, Cas, Sync) does when it finds `old` in memory.
struct Effect {
  bool blocked = false;  // it cannot happen now; everything else is meaningless
  bool writes = false;
  Value written;
  Value result;               // what the thread obtains
  std::uint32_t choices = 1;  // number of alternatives; `choice` picked one of them
  bool error = false;         // the operation is an error (of kind `kind`) instead
  ir::ErrorKind kind = ir::ErrorKind::LockMisuse;
  ir::SourceId origin;  // of the error: memory that was never set
};

// Deterministic: the same for every engine.
Effect apply(const Op& op, Value old, ThreadId self, std::uint32_t choice = 0);

// Whether the thread learns of the write that it reads from. Not so when it gives back what it
// holds, nor when it waits at a barrier or for a signal: that it does so after the write means
// nothing.
bool learns_from_source(const Op& op);

// Whether the operation only waits for others, and touches its word no more once it has been let
// go: the object may end meanwhile. CondAwait and BarrierAwait.
bool only_waits(const Op& op);

// Whether the operation may write at all (a failed CAS does not, but a CAS may).
bool may_write(const Op& op);

}  // namespace overtake::exec
