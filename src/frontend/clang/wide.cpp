// Integers of 65 to 128 bits: two words, low half first. Divisions are calls of functions in
// runtime/int128.c; everything else is a few instructions in place. Shift amounts are kept below 64
// throughout, so nothing depends on what a too large shift does.
#include <llvm/IR/Instructions.h>

#include "base/error.h"
#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

FunctionLowering::Wide FunctionLowering::wide(const llvm::Value* v) {
  const Words all = value(v);
  return {all[0], all[1]};
}

FunctionLowering::Wide FunctionLowering::wide_mask(Wide a, unsigned bits) {
  if (bits < 128) a.hi = truncate(a.hi, bits - 64);
  return a;
}

FunctionLowering::Wide FunctionLowering::wide_extend(Operand a, unsigned from, bool is_signed) {
  if (!is_signed) return {a, number(0)};
  const Operand lo = sign_extend(a, from, 64);
  return {lo, op(Opcode::AShr, 64, lo, number(63))};
}

FunctionLowering::Wide FunctionLowering::wide_multiply(Operand a, Operand b) {
  const Operand low_mask = number(0xffffffffu);
  const Operand half = number(32);
  const Operand a0 = op(Opcode::And, 64, a, low_mask), a1 = op(Opcode::LShr, 64, a, half);
  const Operand b0 = op(Opcode::And, 64, b, low_mask), b1 = op(Opcode::LShr, 64, b, half);
  const Operand p00 = op(Opcode::Mul, 64, a0, b0), p01 = op(Opcode::Mul, 64, a0, b1);
  const Operand p10 = op(Opcode::Mul, 64, a1, b0), p11 = op(Opcode::Mul, 64, a1, b1);
  // Sums of three numbers of 32 bits: no carry is lost.
  Operand middle =
      op(Opcode::Add, 64, op(Opcode::LShr, 64, p00, half), op(Opcode::And, 64, p01, low_mask));
  middle = op(Opcode::Add, 64, middle, op(Opcode::And, 64, p10, low_mask));
  Operand hi = op(Opcode::Add, 64, p11, op(Opcode::LShr, 64, p01, half));
  hi = op(Opcode::Add, 64, hi, op(Opcode::LShr, 64, p10, half));
  hi = op(Opcode::Add, 64, hi, op(Opcode::LShr, 64, middle, half));
  return {op(Opcode::Mul, 64, a, b), hi};
}

FunctionLowering::Wide FunctionLowering::wide_binary(unsigned opcode, Wide a, Wide b) {
  using I = llvm::Instruction;
  auto both = [&](Opcode o) { return Wide{op(o, 64, a.lo, b.lo), op(o, 64, a.hi, b.hi)}; };
  switch (opcode) {
    case I::And:
      return both(Opcode::And);
    case I::Or:
      return both(Opcode::Or);
    case I::Xor:
      return both(Opcode::Xor);
    case I::Add: {
      Wide sum = both(Opcode::Add);
      sum.hi = op(Opcode::Add, 64, sum.hi, op(Opcode::ULt, 64, sum.lo, a.lo));
      return sum;
    }
    case I::Sub: {
      Wide difference = both(Opcode::Sub);
      difference.hi = op(Opcode::Sub, 64, difference.hi, op(Opcode::ULt, 64, a.lo, b.lo));
      return difference;
    }
    case I::Mul: {
      Wide product = wide_multiply(a.lo, b.lo);
      product.hi = op(Opcode::Add, 64, product.hi, op(Opcode::Mul, 64, a.lo, b.hi));
      product.hi = op(Opcode::Add, 64, product.hi, op(Opcode::Mul, 64, a.hi, b.lo));
      return product;
    }
    default:
      throw Refusal{"this operation on integers of more than 64 bits is not supported"};
  }
}

FunctionLowering::Wide FunctionLowering::wide_shift(unsigned opcode, Wide a, Operand amount) {
  using I = llvm::Instruction;
  const Operand far = op(Opcode::ULt, 64, number(63), amount);
  const Operand m = op(Opcode::And, 64, amount, number(63));
  const Operand rest = op(Opcode::Sub, 64, number(63), m);
  if (opcode == I::Shl) {
    // What leaves the low half on top enters the high half: shifted by 1 + (63 - m), never by 64.
    const Operand carried = op(Opcode::LShr, 64, op(Opcode::LShr, 64, a.lo, number(1)), rest);
    const Operand lo = op(Opcode::Shl, 64, a.lo, m);
    const Operand hi = op(Opcode::Or, 64, op(Opcode::Shl, 64, a.hi, m), carried);
    return {b_.select(far, number(0), lo), b_.select(far, lo, hi)};
  }
  const Opcode shift = opcode == I::AShr ? Opcode::AShr : Opcode::LShr;
  const Operand carried = op(Opcode::Shl, 64, op(Opcode::Shl, 64, a.hi, number(1)), rest);
  const Operand hi = op(shift, 64, a.hi, m);
  const Operand lo = op(Opcode::Or, 64, op(Opcode::LShr, 64, a.lo, m), carried);
  const Operand fill = opcode == I::AShr ? op(Opcode::AShr, 64, a.hi, number(63)) : number(0);
  return {b_.select(far, hi, lo), b_.select(far, fill, hi)};
}

ir::Operand FunctionLowering::wide_compare(llvm::CmpInst::Predicate predicate, Wide a, Wide b) {
  using C = llvm::CmpInst;
  switch (predicate) {
    case C::ICMP_EQ:
      return op(Opcode::And, 64, op(Opcode::Eq, 64, a.lo, b.lo), op(Opcode::Eq, 64, a.hi, b.hi));
    case C::ICMP_NE:
      return op(Opcode::Or, 64, op(Opcode::Ne, 64, a.lo, b.lo), op(Opcode::Ne, 64, a.hi, b.hi));
    case C::ICMP_UGT:
    case C::ICMP_UGE:
    case C::ICMP_SGT:
    case C::ICMP_SGE:
      return wide_compare(C::getSwappedPredicate(predicate), b, a);
    default:
      break;
  }
  const Opcode high = C::isSigned(predicate) ? Opcode::SLt : Opcode::ULt;
  const bool strict = predicate == C::ICMP_ULT || predicate == C::ICMP_SLT;
  const Operand low = op(strict ? Opcode::ULt : Opcode::ULe, 64, a.lo, b.lo);
  const Operand tie = op(Opcode::And, 64, op(Opcode::Eq, 64, a.hi, b.hi), low);
  return op(Opcode::Or, 64, op(high, 64, a.hi, b.hi), tie);
}

void FunctionLowering::wide_division(const llvm::BinaryOperator& i) {
  using I = llvm::Instruction;
  const char* name = i.getOpcode() == I::UDiv   ? "__udivti3"
                     : i.getOpcode() == I::SDiv ? "__divti3"
                     : i.getOpcode() == I::URem ? "__umodti3"
                                                : "__modti3";
  if (i.getType()->getIntegerBitWidth() != 128)
    throw Refusal{"division of integers of 65 to 127 bits"};
  const auto* f = llvm::dyn_cast_or_null<llvm::Function>(program_.symbols().definition(name));
  if (f == nullptr) throw InternalError(std::string("the models lack ") + name);
  const Wide a = wide(i.getOperand(0)), d = wide(i.getOperand(1));
  const Operand arguments[] = {a.lo, a.hi, d.lo, d.hi};
  const Operand result =
      b_.call(program_.function(*f), arguments, ir::Label::none(), /*pair=*/true);
  define(&i, Words{result, Operand::reg(result.index() + 1)});
}

void FunctionLowering::wide_cast(const llvm::CastInst& i, unsigned from, unsigned to,
                                 const Words& a) {
  using I = llvm::Instruction;
  if (i.getType()->isVectorTy()) throw Refusal{"vectors of 128-bit integers are not supported"};
  Wide result{a[0], a.size() > 1 ? a[1] : number(0)};
  switch (i.getOpcode()) {
    case I::Trunc:
    case I::PtrToInt:
    case I::IntToPtr:
      if (to <= 64) return define(&i, truncate(result.lo, to));
      result = wide_mask(result, to);
      break;
    case I::ZExt:
      break;
    case I::SExt:
      if (from <= 64)
        result = wide_extend(a[0], from, /*is_signed=*/true);
      else
        result.hi = sign_extend(result.hi, from - 64, 64);
      result = wide_mask(result, to);
      break;
    default:
      throw Refusal{
          "conversion between floating point and integers of more than 64 bits is not supported"};
  }
  define(&i, Words{result.lo, result.hi});
}

}  // namespace overtake::frontend
