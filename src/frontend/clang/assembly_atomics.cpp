// Exchanges, compare-exchanges and bit tests: what locks and lock-free structures are made of.
#include "frontend/clang/assembly.h"

namespace overtake::frontend {
namespace {

using R = ir::RmwFunction;

std::uint64_t ones_of(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace

bool Assembly::exchanging(const AsmInstruction& i) {
  unsigned bytes = 0;
  if (is(i, "xchg", 2, bytes))
    exchange(i, bytes);
  else if (is(i, "xadd", 2, bytes))
    exchange_add(i, bytes);
  else if (is(i, "cmpxchg", 2, bytes))
    compare_exchange(i, bytes);
  else if ((i.mnemonic == "cmpxchg16b" || i.mnemonic == "cmpxchg8b") && i.operands.size() == 1)
    compare_exchange_pair(i, i.mnemonic == "cmpxchg16b" ? 8 : 4);
  else
    return false;
  return true;
}

// With memory it is locked, also without saying so.
void Assembly::exchange(const AsmInstruction& i, unsigned bytes) {
  const bool first = is_memory(i.operands[0]);
  const AsmOperand& target = i.operands[first ? 0 : 1];
  const AsmOperand& other = i.operands[first ? 1 : 0];
  const Operand value = read(other, bytes);
  if (is_memory(target)) {
    write(other, f_.b_.rmw(R::Exchange, address(target), value, bytes, ir::Order::SeqCst), bytes);
    return;
  }
  if (i.lock) refuse("lock without memory");
  const Operand old = read(target, bytes);
  write(target, value, bytes);
  write(other, old, bytes);
}

void Assembly::exchange_add(const AsmInstruction& i, unsigned bytes) {
  const unsigned bits = 8 * bytes;
  const AsmOperand &source = i.operands[0], &target = i.operands[1];
  const Operand value = read(source, bytes);
  Operand old;
  const Operand at = is_memory(target) ? address(target) : Operand{};
  if (i.lock) {
    if (!at.present()) refuse("lock without memory");
    old = f_.b_.rmw(R::Add, at, value, bytes, ir::Order::SeqCst);
  } else {
    old = at.present() ? f_.b_.load(at, bytes, ir::Order::Relaxed) : read(target, bytes);
  }
  const Operand sum = f_.op(Opcode::Add, bits, old, value);
  // The sum is written last: it wins if both operands are one register.
  write(source, old, bytes);
  if (!i.lock) {
    if (at.present())
      f_.b_.store(at, sum, bytes, ir::Order::Relaxed);
    else
      write(target, sum, bytes);
  }
  add_flags(old, value, sum, bits);
}

void Assembly::compare_exchange(const AsmInstruction& i, unsigned bytes) {
  const unsigned bits = 8 * bytes;
  const AsmOperand &source = i.operands[0], &target = i.operands[1];
  const Operand ax = machine_register(kAx);
  const Operand expected = read_register(ax, bytes), desired = read(source, bytes);
  Operand old, success;
  if (i.lock) {
    if (!is_memory(target)) refuse("lock without memory");
    std::tie(old, success) =
        f_.b_.cas(address(target), expected, desired, bytes, ir::Order::SeqCst);
  } else {
    old = read(target, bytes);
    success = f_.op(Opcode::Eq, bits, old, expected);
    write(target, f_.b_.select(success, desired, old), bytes);
  }
  // The accumulator obtains the old value if they differ, and stays as it is otherwise, which makes
  // a difference in the upper half only.
  write_register(ax, bytes == 4 ? f_.b_.select(success, ax, old) : old, bytes);
  subtract_flags(expected, old, f_.op(Opcode::Sub, bits, expected, old), bits);
}

// dx:ax against memory, cx:bx into it.
void Assembly::compare_exchange_pair(const AsmInstruction& i, unsigned bytes) {
  if (!is_memory(i.operands[0])) refuse("operand " + i.operands[0].text);
  const Operand ax = machine_register(kAx), dx = machine_register(kDx);
  const Operand low = read_register(ax, bytes), high = read_register(dx, bytes);
  const Operand new_low = read_register(machine_register(kBx), bytes);
  const Operand new_high = read_register(machine_register(kCx), bytes);
  const Operand at = address(i.operands[0]);
  auto joined = [&](Operand x, Operand y) {
    if (bytes == 8) return f_.as_pair({x, y});
    return f_.op(Opcode::Or, 64, x, f_.op(Opcode::Shl, 64, y, f_.number(32)));
  };
  if (!i.lock) refuse(i.mnemonic + " without lock");
  const auto [old, success] =
      f_.b_.cas(at, joined(low, high), joined(new_low, new_high), 2 * bytes, ir::Order::SeqCst);
  const Operand old_low = bytes == 8 ? old : f_.truncate(old, 32);
  const Operand old_high =
      bytes == 8 ? Operand::reg(old.index() + 1) : f_.op(Opcode::LShr, 64, old, f_.number(32));
  write_register(ax, bytes == 4 ? f_.b_.select(success, ax, old_low) : old_low, bytes);
  write_register(dx, bytes == 4 ? f_.b_.select(success, dx, old_high) : old_high, bytes);
  set_flag(kZero, success);  // the others stay
}

// bt, bts, btr, btc. With a register as its number the bit may lie anywhere around the operand.
bool Assembly::bit_test(const AsmInstruction& i) {
  unsigned bytes = 0;
  if (i.operands.size() != 2) return false;
  const bool tests = !i.lock && is(i, "bt", 2, bytes);
  const bool sets = !tests && is(i, "bts", 2, bytes), clears = !tests && is(i, "btr", 2, bytes);
  if (!tests && !sets && !clears && !is(i, "btc", 2, bytes)) return false;
  if (bytes == 1) refuse(i.mnemonic);
  const unsigned bits = 8 * bytes;
  const AsmOperand& target = i.operands[1];
  const bool immediate = size_of(i.operands[0]) == 0;
  const Operand number = read(i.operands[0], bytes);
  const Operand bit = f_.op(Opcode::And, 64, number, f_.number(bits - 1));
  const Operand one = f_.op(Opcode::Shl, bits, f_.number(1), bit);
  const Operand mask = clears ? f_.op(Opcode::Xor, bits, one, f_.number(ones_of(bits))) : one;
  const R fn = clears ? R::And : sets ? R::Or : R::Xor;
  const Opcode opcode = clears ? Opcode::And : sets ? Opcode::Or : Opcode::Xor;
  Operand old;
  if (is_memory(target)) {
    Operand at = address(target);
    if (!immediate) {
      const Operand wide = f_.sign_extend(number, bits, 64);
      const Operand units = f_.op(Opcode::AShr, 64, wide,
                                  f_.number(bytes == 8   ? 6
                                            : bytes == 4 ? 5
                                                         : 4));
      at = f_.op(Opcode::Add, 64, at, f_.op(Opcode::Mul, 64, units, f_.number(bytes)));
    }
    if (i.lock) {
      old = f_.b_.rmw(fn, at, mask, bytes, ir::Order::SeqCst);
    } else {
      old = f_.b_.load(at, bytes, ir::Order::Relaxed);
      if (!tests) f_.b_.store(at, f_.op(opcode, bits, old, mask), bytes, ir::Order::Relaxed);
    }
  } else {
    if (i.lock) refuse("lock without memory");
    old = read(target, bytes);
    if (!tests) write(target, f_.op(opcode, bits, old, mask), bytes);
  }
  set_flag(kCarry, f_.op(Opcode::And, 64, f_.op(Opcode::LShr, bits, old, bit), f_.number(1)));
  forget_flags(1u << kOverflow | 1u << kSign | 1u << kParity);  // the zero flag stays
  return true;
}

// bsf and bsr leave the target as it is if there is no bit.
bool Assembly::bit_scan(const AsmInstruction& i) {
  unsigned bytes = 0;
  if (i.operands.size() != 2) return false;
  const bool forward = is(i, "bsf", 2, bytes);
  const bool counts = !forward && is(i, "popcnt", 2, bytes);
  if (!forward && !counts && !is(i, "bsr", 2, bytes)) return false;
  if (bytes == 1) refuse(i.mnemonic);
  const unsigned bits = 8 * bytes;
  const Operand source = read(i.operands[0], bytes);
  forget_flags(kAllFlags);
  if (counts) {
    write(i.operands[1], f_.population(source), bytes);
    for (Flag clear : {kCarry, kParity, kSign, kOverflow}) set_flag(clear, f_.number(0));
    set_flag(kZero, f_.is_zero(source, bits));
    return true;
  }
  const Operand zero = f_.is_zero(source, bits);
  Operand found =
      f_.bit_count(forward ? llvm::Intrinsic::cttz : llvm::Intrinsic::ctlz, bits, {source})[0];
  if (!forward) found = f_.op(Opcode::Sub, bits, f_.number(bits - 1), found);
  write(i.operands[1], f_.b_.select(zero, read(i.operands[1], bytes), found), bytes);
  set_flag(kZero, zero);
  return true;
}

}  // namespace overtake::frontend
