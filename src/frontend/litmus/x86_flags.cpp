#include "frontend/litmus/x86_flags.h"

#include <algorithm>

#include "base/error.h"

namespace overtake::litmus::x86 {

using ir::Opcode;

Flags::Flags(ir::FunctionBuilder& code, const Thread& thread)
    : code_(code),
      wanted_(std::any_of(thread.code.begin(), thread.code.end(), [](const Instruction& i) {
        return i.op == Op::Jcc || i.op == Op::Setcc || i.op == Op::Cmovcc;
      })) {}

void Flags::clear() {
  if (!wanted_) return;
  for (std::uint32_t* f : {&zero_, &sign_, &carry_, &overflow_}) {
    *f = code_.fresh();
    code_.move(*f, code_.constant(0));
  }
}

void Flags::set_zero_and_sign(ir::Operand result, std::uint8_t bytes) {
  const unsigned bits = 8u * bytes;
  code_.move(zero_, code_.binary(Opcode::Eq, bits, result, code_.constant(0)));
  code_.move(sign_, top_bit(result, bytes));
}

ir::Operand Flags::top_bit(ir::Operand v, std::uint8_t bytes) {
  return code_.binary(Opcode::LShr, 64, v, code_.constant(8u * bytes - 1));
}

void Flags::set(Op op, ir::Operand a, ir::Operand b, ir::Operand result, std::uint8_t bytes) {
  if (!wanted_) return;
  const unsigned bits = 8u * bytes;
  set_zero_and_sign(result, bytes);
  const bool adds = op == Op::Add || op == Op::Inc || op == Op::Xadd;
  const bool subtracts =
      op == Op::Sub || op == Op::Dec || op == Op::Cmp || op == Op::Neg || op == Op::Cmpxchg;
  if (!adds && !subtracts) {
    code_.move(carry_, code_.constant(0));
    code_.move(overflow_, code_.constant(0));
    return;
  }
  const ir::Operand changed = code_.binary(Opcode::Xor, bits, a, result);
  const ir::Operand other = code_.binary(Opcode::Xor, bits, adds ? result : a, b);
  code_.move(overflow_, top_bit(code_.binary(Opcode::And, bits, changed, other), bytes));
  if (op == Op::Inc || op == Op::Dec) return;  // leave the carry alone
  code_.move(carry_, adds ? code_.binary(Opcode::ULt, bits, result, a)
                          : code_.binary(Opcode::ULt, bits, a, b));
}

ir::Operand Flags::holds(Condition c) {
  auto flag = [](std::uint32_t r) { return ir::Operand::reg(r); };
  auto not_ = [&](ir::Operand v) { return code_.binary(Opcode::Xor, 64, v, code_.constant(1)); };
  auto either = [&](ir::Operand a, ir::Operand b) { return code_.binary(Opcode::Or, 64, a, b); };
  auto less = [&] { return code_.binary(Opcode::Xor, 64, flag(sign_), flag(overflow_)); };
  switch (c) {
    case Condition::Equal:
      return flag(zero_);
    case Condition::NotEqual:
      return not_(flag(zero_));
    case Condition::Less:
      return less();
    case Condition::GreaterEqual:
      return not_(less());
    case Condition::LessEqual:
      return either(flag(zero_), less());
    case Condition::Greater:
      return not_(either(flag(zero_), less()));
    case Condition::Sign:
      return flag(sign_);
    case Condition::NotSign:
      return not_(flag(sign_));
    case Condition::Below:
      return flag(carry_);
    case Condition::AboveEqual:
      return not_(flag(carry_));
    case Condition::BelowEqual:
      return either(flag(zero_), flag(carry_));
    case Condition::Above:
      return not_(either(flag(zero_), flag(carry_)));
    case Condition::Overflow:
      return flag(overflow_);
    case Condition::NotOverflow:
      return not_(flag(overflow_));
  }
  throw InternalError("a condition of no kind");
}

}  // namespace overtake::litmus::x86
