// What atomic operations do to the word they find: the functions of ir::RmwFunction and ir::SyncOp.
#include <algorithm>
#include <bit>
#include <cmath>

#include "base/bits.h"
#include "base/limit.h"
#include "exec/op.h"
#include "ir/sync_table.h"

namespace overtake::exec {
namespace {

using ir::RmwFunction;
using ir::SyncOp;

using ir::kReadersHold;
using ir::kWriterHolds;

std::uint64_t mask(unsigned bytes) { return low_mask(8 * bytes); }

template <class Float, class Bits>
std::uint64_t float_rmw(RmwFunction fn, std::uint64_t a, std::uint64_t b) {
  const auto x = std::bit_cast<Float>(static_cast<Bits>(a));
  const auto y = std::bit_cast<Float>(static_cast<Bits>(b));
  Float z = x;
  switch (fn) {
    case RmwFunction::FAdd:
      z = x + y;
      break;
    case RmwFunction::FSub:
      z = x - y;
      break;
    case RmwFunction::FMax:
      z = std::fmax(x, y);
      break;
    default:
      z = std::fmin(x, y);
      break;
  }
  return std::bit_cast<Bits>(z);
}

Value rmw_value(RmwFunction fn, Value old, Value operand, unsigned size) {
  const std::uint64_t a = old.lo;
  const std::uint64_t b = operand.lo;
  if (size == 16) {
    // Only the functions that x86 has on 16 bytes (through CMPXCHG16B loops) and the bitwise ones.
    switch (fn) {
      case RmwFunction::And:
        return {a & b, old.hi & operand.hi};
      case RmwFunction::Or:
        return {a | b, old.hi | operand.hi};
      case RmwFunction::Xor:
        return {a ^ b, old.hi ^ operand.hi};
      case RmwFunction::Nand:
        return {~(a & b), ~(old.hi & operand.hi)};
      case RmwFunction::Add:
        return {a + b, old.hi + operand.hi + (a + b < a ? 1 : 0)};
      case RmwFunction::Sub:
        return {a - b, old.hi - operand.hi - (a < b ? 1 : 0)};
      default:
        return operand;
    }
  }
  const std::uint64_t m = mask(size);
  switch (fn) {
    case RmwFunction::Exchange:
      return {b & m, 0, operand.undefined, operand.origin};
    case RmwFunction::Add:
      return {(a + b) & m};
    case RmwFunction::Sub:
      return {(a - b) & m};
    case RmwFunction::And:
      return {a & b};
    case RmwFunction::Or:
      return {(a | b) & m};
    case RmwFunction::Xor:
      return {(a ^ b) & m};
    case RmwFunction::Nand:
      return {~(a & b) & m};
    case RmwFunction::Max:
      return {sign_extended(a, 8 * size) >= sign_extended(b, 8 * size) ? a : b & m};
    case RmwFunction::Min:
      return {sign_extended(a, 8 * size) <= sign_extended(b, 8 * size) ? a : b & m};
    case RmwFunction::UMax:
      return {std::max(a, b & m)};
    case RmwFunction::UMin:
      return {std::min(a, b & m)};
    case RmwFunction::UIncWrap:
      return {a >= (b & m) ? 0 : a + 1};
    case RmwFunction::UDecWrap:
      return {a == 0 || a > (b & m) ? (b & m) : a - 1};
    case RmwFunction::FAdd:
    case RmwFunction::FSub:
    case RmwFunction::FMax:
    case RmwFunction::FMin:
      return {size == 4 ? float_rmw<float, std::uint32_t>(fn, a, b)
                        : float_rmw<double, std::uint64_t>(fn, a, b)};
  }
  return old;
}

Effect blocked() { return {.blocked = true}; }
Effect reads(std::uint64_t result) { return {.result = {result}}; }
Effect writes(std::uint64_t value, std::uint64_t result = 0) {
  return {.writes = true, .written = {value}, .result = {result}};
}
Effect error(ir::ErrorKind kind) { return {.error = true, .kind = kind}; }
Effect uninitialized(ir::ErrorKind kind, const Value& v) {
  return {.error = true, .kind = kind, .origin = v.origin};
}

// A result that depends on a value of which some byte was never set.
Value undefined_like(const Value& v, unsigned size) {
  return {.undefined = static_cast<std::uint16_t>((1u << size) - 1), .origin = v.origin};
}

// A barrier's word: threads that have arrived in the current round, the least of their ids, the
// least id of the round before, and the number of finished rounds. Adding a thread commutes.
struct Barrier {
  std::uint16_t arrived;
  std::uint16_t least;
  std::uint16_t least_before;
  std::uint16_t round;
};

Effect barrier_arrive(std::uint64_t v, std::uint64_t size, ThreadId self) {
  auto b = std::bit_cast<Barrier>(v);
  const auto id = static_cast<std::uint16_t>(self.value + 1);
  const std::uint16_t round = b.round;
  b.least = b.arrived == 0 ? id : std::min(b.least, id);
  b.arrived += 1;
  if (b.arrived >= size) {
    b.least_before = b.least;
    b.least = 0;
    b.arrived = 0;
    b.round += 1;
  }
  return writes(std::bit_cast<std::uint64_t>(b), round);
}

// Removes the choice-th of the waiters, a set of thread ids as bits.
Effect cond_signal(std::uint64_t waiters, std::uint32_t choice) {
  if (waiters == 0) return writes(0);
  std::uint64_t rest = waiters;
  for (std::uint32_t i = 0; i < choice; ++i) rest &= rest - 1;
  Effect e = writes(waiters & ~(rest & ~(rest - 1)));
  e.choices = static_cast<std::uint32_t>(std::popcount(waiters));
  return e;
}

Effect sync_effect(const Op& op, std::uint64_t v, ThreadId self, std::uint32_t choice) {
  if (v == (ir::kDestroyed & mask(op.size)) && op.sync() != SyncOp::AwaitNotEqual) {
    const bool woken = op.sync() == SyncOp::CondAwait || op.sync() == SyncOp::CondCancel;
    return woken ? reads(0) : error(ir::ErrorKind::DestroyedMutex);
  }
  const std::uint64_t me = std::uint64_t{1} << (self.value & 63);
  switch (op.sync()) {
    case SyncOp::MutexLock:
      return v != 0 ? blocked() : writes(ir::kMutexHeld + self.value + 1);
    case SyncOp::MutexTryLock:
      return v != 0 ? reads(0) : writes(ir::kMutexHeld + self.value + 1, 1);
    case SyncOp::MutexUnlock:
      return writes(0);
    case SyncOp::MutexHeld:
      return reads(0);
    case SyncOp::SpinLock:
      return v != 0 ? blocked() : writes(ir::kSpinHeld);
    case SyncOp::ReadLock:
      return (v & kWriterHolds) != 0 ? blocked() : writes((v | kReadersHold) + 1);
    case SyncOp::ReadTryLock:
      return (v & kWriterHolds) != 0 ? reads(0) : writes((v | kReadersHold) + 1, 1);
    case SyncOp::WriteLock:
      return v != 0 ? blocked() : writes(kWriterHolds + self.value);
    case SyncOp::WriteTryLock:
      return v != 0 ? reads(0) : writes(kWriterHolds + self.value, 1);
    case SyncOp::RwUnlock:
      if (v == 0) return error(ir::ErrorKind::UnlockNotHeld);
      if ((v & kWriterHolds) == 0) return writes(v == kReadersHold + 1 ? 0 : v - 1);
      return v == kWriterHolds + self.value ? writes(0) : error(ir::ErrorKind::UnlockNotHeld);
    case SyncOp::SemWait:
      return v == 0 ? blocked() : writes(v - 1);
    case SyncOp::SemTryWait:
      return v == 0 ? reads(0) : writes(v - 1, 1);
    case SyncOp::SemPost:
      return writes(v + 1);
    case SyncOp::OnceBegin:
      return v == 1 ? blocked() : v == 0 ? writes(1, 1) : reads(0);
    case SyncOp::OnceEnd:
      return writes(2);
    case SyncOp::CondEnqueue:
      if (self.value >= 64) throw LimitReached{{Limit::Waiters, 64}};
      return writes(v | me);
    case SyncOp::CondAwait:
      return (v & me) != 0 ? blocked() : reads(0);
    case SyncOp::CondCancel:
      return (v & me) != 0 ? writes(v & ~me, 1) : reads(0);
    case SyncOp::CondSignal:
      return cond_signal(v, choice);
    case SyncOp::CondBroadcast:
      return writes(0);
    case SyncOp::BarrierArrive:
      return barrier_arrive(v, op.operand.lo, self);
    case SyncOp::BarrierAwait: {
      const auto b = std::bit_cast<Barrier>(v);
      if (b.round <= op.operand.lo) return blocked();
      return reads(b.round == op.operand.lo + 1 && b.least_before == self.value + 1 ? 1 : 0);
    }
    case SyncOp::AwaitNotEqual:
      return v == op.operand.lo ? blocked() : reads(v);
    case SyncOp::Destroy:
      if ((v & op.operand.lo) != 0) return error(ir::ErrorKind::LockMisuse);
      return writes(ir::kDestroyed & mask(op.size));
  }
  return {};
}

}  // namespace

Effect apply(const Op& op, Value old, ThreadId self, std::uint32_t choice) {
  switch (op.kind) {
    case OpKind::Rmw: {
      const auto function = static_cast<RmwFunction>(op.sub);
      Effect e{.writes = true, .result = old};
      if (function != RmwFunction::Exchange && (old.undefined != 0 || op.operand.undefined != 0))
        e.written = undefined_like(old.undefined != 0 ? old : op.operand, op.size);
      else
        e.written = rmw_value(function, old, op.operand, op.size);
      return e;
    }
    case OpKind::Cas:
      if (old.undefined != 0) return uninitialized(ir::ErrorKind::Uninitialized, old);
      return {.writes = old == op.expected, .written = op.operand, .result = old};
    case OpKind::Sync:
      if (old.undefined != 0)
        return uninitialized(op.sync() == SyncOp::AwaitNotEqual ? ir::ErrorKind::Uninitialized
                                                                : ir::ErrorKind::UninitializedLock,
                             old);
      return sync_effect(op, old.lo, self, choice);
    default:
      return {.result = old};
  }
}

bool learns_from_source(const Op& op) {
  switch (op.kind) {
    case OpKind::Load:
    case OpKind::Rmw:
    case OpKind::Cas:
      return true;
    case OpKind::Sync:
      return ir::sync_row(op.sync()).learns;
    default:
      return false;
  }
}

bool only_waits(const Op& op) {
  return op.kind == OpKind::Sync && ir::sync_row(op.sync()).waits == ir::Waits::ForEvent;
}

bool may_write(const Op& op) {
  switch (op.kind) {
    case OpKind::Store:
    case OpKind::Rmw:
    case OpKind::Cas:
    case OpKind::Free:
      return true;
    case OpKind::Sync:
      return ir::sync_row(op.sync()).writes;
    default:
      return false;
  }
}

}  // namespace overtake::exec
