#include "seq/effects.h"

namespace overtake::seq {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;
using ir::RmwFunction;
using ir::SyncOp;

namespace {

// Short names for code that computes.
struct Code {
  FunctionBuilder& f;

  Operand number(std::uint64_t v) { return f.constant(v); }
  Operand is(Operand a, std::uint64_t v) { return f.binary(Opcode::Eq, 64, a, number(v)); }
  Operand is_not(Operand a, std::uint64_t v) { return f.binary(Opcode::Ne, 64, a, number(v)); }
  Operand and_(Operand a, Operand b) { return f.binary(Opcode::And, 64, a, b); }
  Operand and_(Operand a, std::uint64_t v) { return and_(a, number(v)); }
  Operand or_(Operand a, Operand b) { return f.binary(Opcode::Or, 64, a, b); }
  Operand plus(Operand a, std::uint64_t v) { return f.binary(Opcode::Add, 64, a, number(v)); }
  Operand shl(Operand a, unsigned n) { return f.binary(Opcode::Shl, 64, a, number(n)); }
  Operand shr(Operand a, unsigned n) { return f.binary(Opcode::LShr, 64, a, number(n)); }
  Operand not_(Operand a) { return f.binary(Opcode::Xor, 64, a, number(1)); }
};

EffectCode write_if(Operand condition, Operand written, Operand result) {
  return {.writes = true, .condition = condition, .written = written, .result = result};
}

// The word of a barrier: arrived, least, least of the round before, round; 16 bits each.
EffectCode barrier_arrive(Code c, Operand v, Operand size, std::uint32_t self) {
  FunctionBuilder& f = c.f;
  const Operand id = c.number(self + 1);
  const Operand arrived = c.and_(v, 0xffff);
  const Operand least = c.and_(c.shr(v, 16), 0xffff);
  const Operand before = c.and_(c.shr(v, 32), 0xffff);
  const Operand round = c.shr(v, 48);
  const Operand smaller = f.binary(Opcode::ULt, 64, id, least);
  const Operand now_least = f.select(c.or_(c.is(arrived, 0), smaller), id, least);
  const Operand now_arrived = c.and_(c.plus(arrived, 1), 0xffff);
  const Operand last = f.binary(Opcode::ULe, 64, size, now_arrived);
  const auto pack = [&](Operand a, Operand l, Operand b, Operand r) {
    return c.or_(c.or_(a, c.shl(l, 16)), c.or_(c.shl(b, 32), c.shl(r, 48)));
  };
  const Operand zero = c.number(0);
  const Operand next_round = c.and_(c.plus(round, 1), 0xffff);
  EffectCode e{.writes = true, .result = round};
  e.written = f.select(last, pack(zero, zero, now_least, next_round),
                       pack(now_arrived, now_least, before, round));
  return e;
}

}  // namespace

std::optional<Operand> rmw_code(FunctionBuilder& f, RmwFunction fn, Operand a, Operand b,
                                unsigned bytes) {
  const unsigned bits = 8 * bytes;
  const Operand m = f.constant(mask(bytes));
  const Operand masked = f.binary(Opcode::And, 64, b, m);
  const auto pick = [&](Opcode less, Operand x, Operand y) {
    return f.select(f.binary(less, bits, x, y), a, masked);
  };
  switch (fn) {
    case RmwFunction::Exchange:
      return masked;
    case RmwFunction::Add:
      return f.binary(Opcode::Add, bits, a, masked);
    case RmwFunction::Sub:
      return f.binary(Opcode::Sub, bits, a, masked);
    case RmwFunction::And:
      return f.binary(Opcode::And, 64, a, masked);
    case RmwFunction::Or:
      return f.binary(Opcode::Or, 64, a, masked);
    case RmwFunction::Xor:
      return f.binary(Opcode::Xor, 64, a, masked);
    case RmwFunction::Nand:
      return f.binary(Opcode::Xor, 64, f.binary(Opcode::And, 64, a, masked), m);
    case RmwFunction::Max:
      return pick(Opcode::SLe, masked, a);
    case RmwFunction::Min:
      return pick(Opcode::SLe, a, masked);
    case RmwFunction::UMax:
      return pick(Opcode::ULe, masked, a);
    case RmwFunction::UMin:
      return pick(Opcode::ULe, a, masked);
    case RmwFunction::UIncWrap:
      return f.select(f.binary(Opcode::ULe, 64, masked, a), f.constant(0),
                      f.binary(Opcode::Add, bits, a, f.constant(1)));
    case RmwFunction::UDecWrap: {
      const Operand wraps = f.binary(Opcode::Or, 64, f.binary(Opcode::Eq, 64, a, f.constant(0)),
                                     f.binary(Opcode::ULt, 64, masked, a));
      return f.select(wraps, masked, f.binary(Opcode::Sub, bits, a, f.constant(1)));
    }
    default:
      return std::nullopt;
  }
}

EffectCode sync_code(FunctionBuilder& f, SyncOp op, unsigned bytes, Operand v, Operand operand,
                     std::uint32_t self, std::uint32_t threads) {
  Code c{f};
  const Operand zero = c.number(0);
  const Operand one = c.number(1);
  const std::uint64_t me = std::uint64_t{1} << (self & 63);
  EffectCode e{.writes = true};
  switch (op) {
    case SyncOp::MutexLock:
      e.blocked = c.is_not(v, 0);
      e.written = c.number(ir::kMutexHeld + self + 1);
      break;
    case SyncOp::MutexTryLock:
      e = write_if(c.is(v, 0), c.number(ir::kMutexHeld + self + 1), c.is(v, 0));
      break;
    case SyncOp::MutexUnlock:
      e.written = zero;
      break;
    case SyncOp::MutexHeld:
      e.writes = false;
      break;
    case SyncOp::SpinLock:
      e.blocked = c.is_not(v, 0);
      e.written = c.number(ir::kSpinHeld);
      break;
    case SyncOp::ReadLock:
      e.blocked = c.shr(v, 63);
      e.written = c.plus(c.or_(v, c.number(ir::kReadersHold)), 1);
      break;
    case SyncOp::ReadTryLock: {
      const Operand free = c.not_(c.shr(v, 63));
      e = write_if(free, c.plus(c.or_(v, c.number(ir::kReadersHold)), 1), free);
      break;
    }
    case SyncOp::WriteLock:
      e.blocked = c.is_not(v, 0);
      e.written = c.number(ir::kWriterHolds + self);
      break;
    case SyncOp::WriteTryLock:
      e = write_if(c.is(v, 0), c.number(ir::kWriterHolds + self), c.is(v, 0));
      break;
    case SyncOp::RwUnlock: {
      const Operand writer = c.shr(v, 63);
      e.error = c.or_(c.is(v, 0), c.and_(writer, c.is_not(v, ir::kWriterHolds + self)));
      e.kind = ir::ErrorKind::UnlockNotHeld;
      const Operand last = c.or_(writer, c.is(v, ir::kReadersHold + 1));
      e.written = f.select(last, zero, f.binary(Opcode::Sub, 64, v, one));
      break;
    }
    case SyncOp::SemWait:
      e.blocked = c.is(v, 0);
      e.written = f.binary(Opcode::Sub, 64, v, one);
      break;
    case SyncOp::SemTryWait:
      e = write_if(c.is_not(v, 0), f.binary(Opcode::Sub, 64, v, one), c.is_not(v, 0));
      break;
    case SyncOp::SemPost:
      e.written = c.plus(v, 1);
      break;
    case SyncOp::OnceBegin:
      e = write_if(c.is(v, 0), one, c.is(v, 0));
      e.blocked = c.is(v, 1);
      break;
    case SyncOp::OnceEnd:
      e.written = c.number(2);
      break;
    case SyncOp::CondEnqueue:
      e.written = c.or_(v, c.number(me));
      break;
    case SyncOp::CondAwait:
      e.writes = false;
      e.blocked = c.is_not(c.and_(v, me), 0);
      break;
    case SyncOp::CondCancel: {
      const Operand waits = c.is_not(c.and_(v, me), 0);
      e = write_if(waits, c.and_(v, ~me), waits);
      break;
    }
    case SyncOp::CondSignal: {
      const Operand none = c.is(v, 0);
      const Operand which = f.choose(c.number(threads));
      const Operand bit = f.binary(Opcode::Shl, 64, one, which);
      // no thread waits: nothing happens, and there is only one way to do that
      f.assume(f.select(none, c.is(which, 0), c.is_not(c.and_(v, bit), 0)));
      e.written = f.select(none, zero, f.binary(Opcode::Xor, 64, v, bit));
      e.choice = which;
      break;
    }
    case SyncOp::CondBroadcast:
      e.written = zero;
      break;
    case SyncOp::BarrierArrive:
      e = barrier_arrive(c, v, operand, self);
      break;
    case SyncOp::BarrierAwait: {
      const Operand round = c.shr(v, 48);
      const Operand before = c.and_(c.shr(v, 32), 0xffff);
      e.writes = false;
      e.blocked = f.binary(Opcode::ULe, 64, round, operand);
      e.result =
          c.and_(f.binary(Opcode::Eq, 64, round, c.plus(operand, 1)), c.is(before, self + 1));
      break;
    }
    case SyncOp::AwaitNotEqual:
      e.writes = false;
      e.blocked = f.binary(Opcode::Eq, 64, v, operand);
      e.result = v;
      break;
    case SyncOp::Destroy:
      e.error = c.is_not(c.and_(v, operand), 0);
      e.kind = ir::ErrorKind::LockMisuse;
      e.written = c.number(ir::kDestroyed & mask(bytes));
      break;
  }
  return e;
}

}  // namespace overtake::seq
