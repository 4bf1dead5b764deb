// Computation, element by element: a scalar is a vector with one element. Integers are in wide.cpp,
// floats in floating.cpp.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

unsigned FunctionLowering::scalar_bits(llvm::Type* type) {
  type = element_type(type);
  if (type->isAggregateType() || words(type).empty()) throw Refusal{"a scalar was expected"};
  return static_cast<unsigned>(program_.layout().data().getTypeSizeInBits(type));
}

unsigned FunctionLowering::element_count(llvm::Type* type) const {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

FunctionLowering::Words FunctionLowering::element(const Words& all, llvm::Type* type, unsigned k) {
  const std::size_t n = words(element_type(type)).size();
  return Words(all.begin() + k * n, all.begin() + (k + 1) * n);
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

void FunctionLowering::binary(const llvm::BinaryOperator& i) {
  llvm::Type* type = i.getType();
  Words result;
  for (unsigned k = 0; k < element_count(type); ++k) {
    const Words a = element(i.getOperand(0), k), b = element(i.getOperand(1), k);
    result.append(type->isFPOrFPVectorTy() ? float_binary(i.getOpcode(), element_type(type), a, b)
                                           : integer(i.getOpcode(), scalar_bits(type), a, b));
  }
  define(&i, result);
}

void FunctionLowering::compare(const llvm::CmpInst& i) {
  llvm::Type* type = i.getOperand(0)->getType();
  Words result;
  for (unsigned k = 0; k < element_count(type); ++k) {
    const Words a = element(i.getOperand(0), k), b = element(i.getOperand(1), k);
    result.push_back(type->isFPOrFPVectorTy()
                         ? float_compare(i.getPredicate(), element_type(type), a, b)
                         : integer_compare(i.getPredicate(), scalar_bits(type), a, b));
  }
  define(&i, result);
}

void FunctionLowering::negate(const llvm::Instruction& i) {
  Words result;
  for (unsigned k = 0; k < element_count(i.getType()); ++k)
    result.append(float_negate(element_type(i.getType()), element(i.getOperand(0), k)));
  define(&i, result);
}

void FunctionLowering::cast(const llvm::CastInst& i) {
  if (i.getOpcode() == llvm::Instruction::BitCast) return bit_cast(i);
  Words result;
  for (unsigned k = 0; k < element_count(i.getType()); ++k)
    result.append(cast_element(i, element_type(i.getSrcTy()), element_type(i.getDestTy()),
                               element(i.getOperand(0), k)));
  define(&i, result);
}

FunctionLowering::Words FunctionLowering::cast_element(const llvm::CastInst& i, llvm::Type* from,
                                                       llvm::Type* to, const Words& a) {
  using I = llvm::Instruction;
  const unsigned source = scalar_bits(from), target = scalar_bits(to);
  switch (i.getOpcode()) {
    case I::Trunc:
    case I::ZExt:
    case I::PtrToInt:
    case I::IntToPtr:
    case I::AddrSpaceCast:
      return integer_resize(a, source, target, /*is_signed=*/false);
    case I::SExt:
      return integer_resize(a, source, target, /*is_signed=*/true);
    case I::FPTrunc:
    case I::FPExt:
      return float_convert(from, to, a);
    case I::FPToSI:
    case I::FPToUI:
      return float_to_integer(from, a, target, i.getOpcode() == I::FPToSI);
    case I::SIToFP:
    case I::UIToFP:
      return float_from_integer(source, i.getOpcode() == I::SIToFP, a, to);
    default:
      throw Refusal{std::string("LLVM cast '") + i.getOpcodeName() + "' is not supported"};
  }
}

void FunctionLowering::select(const llvm::SelectInst& i) {
  const Words condition = value(i.getCondition());
  const bool elementwise = i.getCondition()->getType()->isVectorTy();
  if (!elementwise)
    return define(&i,
                  integer_select(condition[0], value(i.getTrueValue()), value(i.getFalseValue())));
  Words result;
  for (unsigned k = 0; k < element_count(i.getType()); ++k)
    result.append(
        integer_select(condition[k], element(i.getTrueValue(), k), element(i.getFalseValue(), k)));
  define(&i, result);
}

}  // namespace overtake::frontend
