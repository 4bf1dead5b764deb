#include "gcl/lower_expression.h"

#include <utility>

#include "base/error.h"

namespace overtake::gcl {

using ir::Opcode;
using ir::Operand;

Operand ExpressionLowering::truth(const Expr& e) {
  const Operand v = expression(e);
  return is_truth(e.op) ? v : value(Opcode::Ne, v, code_.constant(0));
}

Operand ExpressionLowering::expression(const Expr& e) {
  auto binary = [&](Opcode op, bool swapped = false) {
    Operand a = expression(e.operands[0]);
    Operand b = expression(e.operands[1]);
    if (swapped) std::swap(a, b);
    return value(op, a, b);
  };
  auto shift = [&](Opcode op) {
    const Operand a = expression(e.operands[0]);
    const Operand b = expression(e.operands[1]);
    return value(op, a, value(Opcode::And, b, code_.constant(63)));
  };
  const Operand zero = code_.constant(0);
  switch (e.op) {
    case Operator::Literal:
      return code_.constant(static_cast<std::uint64_t>(e.value));
    case Operator::Register:
      return Operand::reg(registers_[e.reg.index()]);
    case Operator::Neg:
      return value(Opcode::Sub, zero, expression(e.operands[0]));
    case Operator::Not:
      return value(Opcode::Eq, expression(e.operands[0]), zero);
    case Operator::BitNot:
      return value(Opcode::Xor, expression(e.operands[0]), code_.constant(~std::uint64_t{0}));
    case Operator::Mul:
      return binary(Opcode::Mul);
    case Operator::Div:
      return binary(Opcode::SDiv);
    case Operator::Mod:
      return binary(Opcode::SRem);
    case Operator::Add:
      return binary(Opcode::Add);
    case Operator::Sub:
      return binary(Opcode::Sub);
    case Operator::Shl:
      return shift(Opcode::Shl);
    case Operator::Shr:
      return shift(Opcode::AShr);
    case Operator::Lt:
      return binary(Opcode::SLt);
    case Operator::Le:
      return binary(Opcode::SLe);
    case Operator::Gt:
      return binary(Opcode::SLt, /*swapped=*/true);
    case Operator::Ge:
      return binary(Opcode::SLe, /*swapped=*/true);
    case Operator::Eq:
      return binary(Opcode::Eq);
    case Operator::Ne:
      return binary(Opcode::Ne);
    case Operator::BitAnd:
      return binary(Opcode::And);
    case Operator::BitXor:
      return binary(Opcode::Xor);
    case Operator::BitOr:
      return binary(Opcode::Or);
    case Operator::And:
      return short_circuit(e, /*stops_at=*/0);
    case Operator::Or:
      return short_circuit(e, /*stops_at=*/1);
  }
  throw InternalError("an expression without an operator");
}

// The second operand is evaluated only if the first leaves the result open (it may divide).
Operand ExpressionLowering::short_circuit(const Expr& e, std::uint64_t stops_at) {
  const Operand result = Operand::reg(temporary());
  const ir::Label second = code_.label(), done = code_.label();
  const Operand a = truth(e.operands[0]);
  code_.move(result.index(), code_.constant(stops_at));
  if (stops_at == 0) {
    code_.branch(a, second, done);
  } else {
    code_.branch(a, done, second);
  }
  code_.bind(second);
  code_.move(result.index(), truth(e.operands[1]));
  code_.jump(done);
  code_.bind(done);
  return result;
}

Operand ExpressionLowering::value(Opcode op, Operand a, Operand b) {
  const Operand dst = Operand::reg(temporary());
  compute(dst, op, a, b);
  return dst;
}

std::uint32_t ExpressionLowering::temporary() {
  if (used_ == temporaries_.size()) temporaries_.push_back(code_.fresh());
  return temporaries_[used_++];
}

std::uint32_t ExpressionLowering::temporary_pair() {
  if (pair_ == ir::kNoRegister) pair_ = code_.fresh_pair();
  pair_used_ = true;
  return pair_;
}

void ExpressionLowering::clear_temporaries() {
  for (std::size_t i = 0; i < used_; ++i) code_.move(temporaries_[i], code_.constant(0));
}

void ExpressionLowering::zero_temporaries() {
  clear_temporaries();
  used_ = 0;
  if (!pair_used_) return;
  code_.move(pair_, code_.constant(0));
  code_.move(pair_ + 1, code_.constant(0));
  pair_used_ = false;
}

}  // namespace overtake::gcl
