// Computation: integers up to 64 bits and floats are one instruction each; vectors go element by
// element; wider integers are in wide.cpp.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

unsigned FunctionLowering::scalar_bits(llvm::Type* type) {
  if (type->isVectorTy()) type = llvm::cast<llvm::VectorType>(type)->getElementType();
  const std::vector<Word>& all = words(type);
  if (all.empty() || type->isAggregateType()) throw Refusal{"a scalar was expected"};
  return all.front().bits;
}

ir::Operand FunctionLowering::unary(Opcode opcode, unsigned width, Operand a, unsigned sub) {
  const std::uint32_t dst = b_.fresh();
  b_.emit({.op = opcode,
           .width = static_cast<std::uint8_t>(width),
           .sub = static_cast<std::uint8_t>(sub),
           .dst = dst,
           .a = a});
  return Operand::reg(dst);
}

ir::Operand FunctionLowering::float_math(ir::FloatFunction fn, unsigned width, Operand a, Operand b,
                                         Operand c) {
  const std::uint32_t dst = b_.fresh();
  b_.emit({.op = Opcode::FMath,
           .width = static_cast<std::uint8_t>(width),
           .sub = static_cast<std::uint8_t>(fn),
           .dst = dst,
           .a = a,
           .b = b,
           .c = c});
  return Operand::reg(dst);
}

ir::Operand FunctionLowering::sign_extend(Operand a, unsigned from, unsigned to) {
  return from == to ? a : unary(Opcode::SExt, from, a, to);
}

ir::Operand FunctionLowering::truncate(Operand a, unsigned width) {
  return width >= 64 ? a : unary(Opcode::Trunc, width, a);
}

namespace {

ir::Opcode opcode_of(const llvm::BinaryOperator& i) {
  using I = llvm::Instruction;
  switch (i.getOpcode()) {
    case I::Add:
      return ir::Opcode::Add;
    case I::Sub:
      return ir::Opcode::Sub;
    case I::Mul:
      return ir::Opcode::Mul;
    case I::And:
      return ir::Opcode::And;
    case I::Or:
      return ir::Opcode::Or;
    case I::Xor:
      return ir::Opcode::Xor;
    case I::Shl:
      return ir::Opcode::Shl;
    case I::LShr:
      return ir::Opcode::LShr;
    case I::AShr:
      return ir::Opcode::AShr;
    case I::UDiv:
      return ir::Opcode::UDiv;
    case I::SDiv:
      return ir::Opcode::SDiv;
    case I::URem:
      return ir::Opcode::URem;
    case I::SRem:
      return ir::Opcode::SRem;
    case I::FAdd:
      return ir::Opcode::FAdd;
    case I::FSub:
      return ir::Opcode::FSub;
    case I::FMul:
      return ir::Opcode::FMul;
    case I::FDiv:
      return ir::Opcode::FDiv;
    case I::FRem:
      return ir::Opcode::FRem;
    default:
      throw Refusal{std::string("LLVM instruction '") + i.getOpcodeName() + "' is not supported"};
  }
}

}  // namespace

void FunctionLowering::binary(const llvm::BinaryOperator& i) {
  const unsigned bits = scalar_bits(i.getType());
  if (bits > 64) {
    if (i.getType()->isVectorTy()) throw Refusal{"vectors of 128-bit integers are not supported"};
    Wide result;
    if (i.isShift())
      result = wide_shift(i.getOpcode(), wide(i.getOperand(0)), wide(i.getOperand(1)).lo);
    else if (i.isIntDivRem())
      return wide_division(i);
    else
      result = wide_binary(i.getOpcode(), wide(i.getOperand(0)), wide(i.getOperand(1)));
    result = wide_mask(result, bits);
    return define(&i, Words{result.lo, result.hi});
  }
  const Opcode opcode = opcode_of(i);
  const Words a = value(i.getOperand(0));
  const Words b = value(i.getOperand(1));
  Words result;
  for (std::size_t k = 0; k < a.size(); ++k) result.push_back(op(opcode, bits, a[k], b[k]));
  define(&i, result);
}

ir::Operand FunctionLowering::compare(llvm::CmpInst::Predicate predicate, unsigned width, Operand a,
                                      Operand b) {
  using C = llvm::CmpInst;
  switch (predicate) {
    case C::ICMP_EQ:
      return op(Opcode::Eq, width, a, b);
    case C::ICMP_NE:
      return op(Opcode::Ne, width, a, b);
    case C::ICMP_ULT:
      return op(Opcode::ULt, width, a, b);
    case C::ICMP_ULE:
      return op(Opcode::ULe, width, a, b);
    case C::ICMP_UGT:
      return op(Opcode::ULt, width, b, a);
    case C::ICMP_UGE:
      return op(Opcode::ULe, width, b, a);
    case C::ICMP_SLT:
      return op(Opcode::SLt, width, a, b);
    case C::ICMP_SLE:
      return op(Opcode::SLe, width, a, b);
    case C::ICMP_SGT:
      return op(Opcode::SLt, width, b, a);
    case C::ICMP_SGE:
      return op(Opcode::SLe, width, b, a);
    default:
      break;
  }
  // LLVM numbers the predicates of floats by the same bits as ir::FloatPredicate.
  const std::uint32_t dst = b_.fresh();
  b_.emit({.op = Opcode::FCmp,
           .width = static_cast<std::uint8_t>(width),
           .sub = static_cast<std::uint8_t>(predicate),
           .dst = dst,
           .a = a,
           .b = b});
  return Operand::reg(dst);
}

static_assert(static_cast<int>(llvm::CmpInst::FCMP_OEQ) ==
              static_cast<int>(ir::FloatPredicate::OEq));
static_assert(static_cast<int>(llvm::CmpInst::FCMP_OLT) ==
              static_cast<int>(ir::FloatPredicate::OLt));
static_assert(static_cast<int>(llvm::CmpInst::FCMP_UNO) ==
              static_cast<int>(ir::FloatPredicate::Uno));
static_assert(static_cast<int>(llvm::CmpInst::FCMP_TRUE) ==
              static_cast<int>(ir::FloatPredicate::True));

void FunctionLowering::compare(const llvm::CmpInst& i) {
  llvm::Type* type = i.getOperand(0)->getType();
  const unsigned bits = scalar_bits(type);
  if (bits > 64 && !type->isVectorTy())
    return define(&i, wide_compare(i.getPredicate(), wide(i.getOperand(0)), wide(i.getOperand(1))));
  const Words a = value(i.getOperand(0));
  const Words b = value(i.getOperand(1));
  Words result;
  for (std::size_t k = 0; k < a.size(); ++k)
    result.push_back(compare(i.getPredicate(), bits, a[k], b[k]));
  define(&i, result);
}

void FunctionLowering::cast(const llvm::CastInst& i) {
  using I = llvm::Instruction;
  if (i.getOpcode() == I::BitCast) return bit_cast(i);
  const unsigned from = scalar_bits(i.getSrcTy());
  const unsigned to = scalar_bits(i.getDestTy());
  const Words a = value(i.getOperand(0));
  if (from > 64 || to > 64) return wide_cast(i, from, to, a);
  Words result;
  for (Operand x : a) {
    switch (i.getOpcode()) {
      case I::Trunc:
        result.push_back(truncate(x, to));
        break;
      case I::PtrToInt:
        result.push_back(truncate(x, to));
        break;
      case I::ZExt:  // registers hold values zero-extended
      case I::IntToPtr:
      case I::AddrSpaceCast:
        result.push_back(x);
        break;
      case I::SExt:
        result.push_back(sign_extend(x, from, to));
        break;
      case I::FPTrunc:
      case I::FPExt:
        result.push_back(unary(Opcode::FToF, from, x, to));
        break;
      case I::FPToSI:
        result.push_back(unary(Opcode::FToS, from, x, to));
        break;
      case I::FPToUI:
        result.push_back(unary(Opcode::FToU, from, x, to));
        break;
      case I::SIToFP:
        result.push_back(unary(Opcode::SToF, from, x, to));
        break;
      case I::UIToFP:
        result.push_back(unary(Opcode::UToF, from, x, to));
        break;
      default:
        throw Refusal{std::string("LLVM cast '") + i.getOpcodeName() + "' is not supported"};
    }
  }
  define(&i, result);
}

// Between types of the same size. Scalars keep their bits; with vectors the bits move between
// words: all of them are gathered into two 64-bit halves, and cut again.
void FunctionLowering::bit_cast(const llvm::Instruction& i) {
  const std::vector<Word>& from = words(i.getOperand(0)->getType());
  const std::vector<Word>& to = words(i.getType());
  const Words source = value(i.getOperand(0));
  auto bits_of = [](const Word& w) { return w.pair || w.second ? 64u : w.bits; };
  bool same = from.size() == to.size();
  for (std::size_t k = 0; same && k < from.size(); ++k) same = bits_of(from[k]) == bits_of(to[k]);
  if (same) return define(&i, source);
  std::vector<Operand> gathered;  // 64 bits each
  unsigned filled = 64;
  for (std::size_t k = 0; k < source.size(); ++k) {
    const unsigned bits = bits_of(from[k]);
    if (filled == 64) {
      gathered.push_back(source[k]);
      filled = bits;
    } else {
      if (filled + bits > 64)
        throw Refusal{"a bit cast of a vector of odd elements is not supported"};
      gathered.back() =
          op(Opcode::Or, 64, gathered.back(), op(Opcode::Shl, 64, source[k], number(filled)));
      filled += bits;
    }
  }
  Words result;
  unsigned position = 0;
  for (const Word& w : to) {
    const unsigned bits = bits_of(w);
    if (position % 64 + bits > 64)
      throw Refusal{"a bit cast to a vector of odd elements is not supported"};
    const Operand half = gathered.at(position / 64);
    const Operand shifted =
        position % 64 == 0 ? half : op(Opcode::LShr, 64, half, number(position % 64));
    result.push_back(truncate(shifted, bits));
    position += bits;
  }
  define(&i, result);
}

void FunctionLowering::select(const llvm::SelectInst& i) {
  const Words condition = value(i.getCondition());
  const Words a = value(i.getTrueValue());
  const Words b = value(i.getFalseValue());
  const bool elementwise = i.getCondition()->getType()->isVectorTy();
  Words result;
  for (std::size_t k = 0; k < a.size(); ++k)
    result.push_back(b_.select(elementwise ? condition[k] : condition[0], a[k], b[k]));
  define(&i, result);
}

void FunctionLowering::vector(const llvm::Instruction& i) {
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&i)) {
    const Words a = value(i.getOperand(0));
    const Words b = value(i.getOperand(1));
    Words result;
    for (int m : shuffle->getShuffleMask()) {
      const auto n = static_cast<std::size_t>(m);
      result.push_back(m < 0 ? number(0) : n < a.size() ? a[n] : b[n - a.size()]);
    }
    return define(&i, result);
  }
  const bool inserts = llvm::isa<llvm::InsertElementInst>(i);
  Words all = value(i.getOperand(0));
  const llvm::Value* where = i.getOperand(inserts ? 2 : 1);
  if (const std::optional<std::uint64_t> n = known(where)) {
    if (*n >= all.size()) return define_zero(&i);
    if (!inserts) return define(&i, all[*n]);
    all[*n] = scalar(i.getOperand(1));
    return define(&i, all);
  }
  // A variable index: a chain of selects over the few elements.
  const Operand index = scalar(where);
  const unsigned bits = scalar_bits(where->getType());
  Operand found = all[0];
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Operand here = op(Opcode::Eq, bits, index, number(k));
    if (inserts)
      all[k] = b_.select(here, scalar(i.getOperand(1)), all[k]);
    else if (k > 0)
      found = b_.select(here, all[k], found);
  }
  if (inserts) return define(&i, all);
  define(&i, found);
}

void FunctionLowering::extract(const llvm::ExtractValueInst& i) {
  llvm::Type* type = i.getAggregateOperand()->getType();
  std::size_t at = 0;
  for (unsigned index : i.indices()) {
    at += program_.layout().first_word(type, index);
    type = llvm::ExtractValueInst::getIndexedType(type, index);
  }
  const Words all = value(i.getAggregateOperand());
  define(&i, Words(all.begin() + at, all.begin() + at + words(type).size()));
}

void FunctionLowering::insert(const llvm::InsertValueInst& i) {
  llvm::Type* type = i.getAggregateOperand()->getType();
  std::size_t at = 0;
  for (unsigned index : i.indices()) {
    at += program_.layout().first_word(type, index);
    type = llvm::ExtractValueInst::getIndexedType(type, index);
  }
  Words all = value(i.getAggregateOperand());
  const Words part = value(i.getInsertedValueOperand());
  std::copy(part.begin(), part.end(), all.begin() + at);
  define(&i, all);
}

}  // namespace overtake::frontend
