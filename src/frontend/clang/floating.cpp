// Floating point. float and double are instructions of the IR; half and bfloat are computed as
// float and rounded once more, which is exact for one operation (24 >= 2 * 11 + 2); x87's long
// double and
// __float128 are pairs of words that functions of runtime/softfloat.c compute with, bit for bit as
// the processor and the compiler's library do.
#include <llvm/IR/Instructions.h>

#include "base/error.h"
#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {
namespace {

// The numbers that runtime/softfloat.c knows the formats by.
unsigned format_of(const llvm::Type* type) {
  switch (type->getTypeID()) {
    case llvm::Type::HalfTyID:
      return 0;
    case llvm::Type::BFloatTyID:
      return 1;
    case llvm::Type::FloatTyID:
      return 2;
    case llvm::Type::DoubleTyID:
      return 3;
    case llvm::Type::X86_FP80TyID:
      return 4;
    case llvm::Type::FP128TyID:
      return 5;
    default:
      throw Refusal{"this floating-point type is not supported"};
  }
}

bool is_native(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }
bool is_small(const llvm::Type* type) { return type->isHalfTy() || type->isBFloatTy(); }

}  // namespace

FunctionLowering::Words FunctionLowering::model_call(const char* name,
                                                     llvm::ArrayRef<Operand> arguments,
                                                     unsigned results) {
  const auto* f = llvm::dyn_cast_or_null<llvm::Function>(program_.symbols().definition(name));
  if (f == nullptr) throw InternalError(std::string("the models lack ") + name);
  const Operand first =
      b_.call(program_.function(*f), arguments, jump_landing_.value_or(ir::Label::none()),
              /*pair=*/results == 2);
  if (results == 0) return {};
  return results == 2 ? Words{first, Operand::reg(first.index() + 1)} : Words{first};
}

FunctionLowering::Words FunctionLowering::float_binary(unsigned opcode, llvm::Type* type,
                                                       const Words& a, const Words& b) {
  using I = llvm::Instruction;
  if (is_native(type)) {
    const Opcode native = opcode == I::FAdd   ? Opcode::FAdd
                          : opcode == I::FSub ? Opcode::FSub
                          : opcode == I::FMul ? Opcode::FMul
                          : opcode == I::FDiv ? Opcode::FDiv
                                              : Opcode::FRem;
    return {op(native, scalar_bits(type), a[0], b[0])};
  }
  if (is_small(type)) {
    llvm::Type* larger = llvm::Type::getFloatTy(type->getContext());
    return float_convert(larger, type,
                         float_binary(opcode, larger, float_convert(type, larger, a),
                                      float_convert(type, larger, b)));
  }
  const char* name = opcode == I::FAdd   ? "__overtake_float_add"
                     : opcode == I::FSub ? "__overtake_float_subtract"
                     : opcode == I::FMul ? "__overtake_float_multiply"
                     : opcode == I::FDiv ? "__overtake_float_divide"
                                         : "__overtake_float_remainder";
  return wide_mask(model_call(name, {number(format_of(type)), a[0], a[1], b[0], b[1]}, 2),
                   scalar_bits(type));
}

ir::Operand FunctionLowering::float_compare(llvm::CmpInst::Predicate predicate, llvm::Type* type,
                                            const Words& a, const Words& b) {
  // LLVM numbers the predicates by the same bits as ir::FloatPredicate.
  static_assert(static_cast<int>(llvm::CmpInst::FCMP_OEQ) ==
                static_cast<int>(ir::FloatPredicate::OEq));
  static_assert(static_cast<int>(llvm::CmpInst::FCMP_OLT) ==
                static_cast<int>(ir::FloatPredicate::OLt));
  static_assert(static_cast<int>(llvm::CmpInst::FCMP_UNO) ==
                static_cast<int>(ir::FloatPredicate::Uno));
  static_assert(static_cast<int>(llvm::CmpInst::FCMP_TRUE) ==
                static_cast<int>(ir::FloatPredicate::True));
  if (is_native(type)) {
    const std::uint32_t dst = b_.fresh();
    b_.emit({.op = Opcode::FCmp,
             .width = static_cast<std::uint8_t>(scalar_bits(type)),
             .sub = static_cast<std::uint8_t>(predicate),
             .dst = dst,
             .a = a[0],
             .b = b[0]});
    return Operand::reg(dst);
  }
  if (is_small(type)) {
    llvm::Type* larger = llvm::Type::getFloatTy(type->getContext());
    return float_compare(predicate, larger, float_convert(type, larger, a),
                         float_convert(type, larger, b));
  }
  // The outcome is one of the predicate's bits.
  const Words outcome =
      model_call("__overtake_float_compare", {number(format_of(type)), a[0], a[1], b[0], b[1]}, 1);
  return op(Opcode::Ne, 64, op(Opcode::And, 64, outcome[0], number(predicate)), number(0));
}

FunctionLowering::Words FunctionLowering::float_convert(llvm::Type* from, llvm::Type* to,
                                                        const Words& a) {
  if (from == to) return a;
  const unsigned source = scalar_bits(from), target = scalar_bits(to);
  if (is_native(from) && is_native(to)) return {unary(Opcode::FToF, source, a[0], target)};
  const Words all = integer_resize(a, source, 128, /*is_signed=*/false);
  return integer_resize(
      model_call("__overtake_float_convert",
                 {number(format_of(from)), number(format_of(to)), all[0], all[1]}, 2),
      128, target, /*is_signed=*/false);
}

FunctionLowering::Words FunctionLowering::float_negate(llvm::Type* type, const Words& a) {
  const unsigned bits = scalar_bits(type);
  if (is_native(type)) return {float_math(ir::FloatFunction::Neg, bits, a[0])};
  Words result = a;
  const std::uint64_t sign = std::uint64_t{1} << ((bits - 1) % 64);
  result.back() = op(Opcode::Xor, 64, result.back(), number(sign));
  return result;
}

FunctionLowering::Words FunctionLowering::float_from_integer(unsigned bits, bool is_signed,
                                                             const Words& a, llvm::Type* to) {
  const unsigned target = scalar_bits(to);
  if (bits <= 64 && is_native(to))
    return {unary(is_signed ? Opcode::SToF : Opcode::UToF, bits, a[0], target)};
  const Operand format = number(format_of(to));
  Words result;
  if (bits <= 128) {
    const Words all = integer_resize(a, bits, 128, is_signed);
    result =
        model_call("__overtake_float_from_integer", {format, number(is_signed), all[0], all[1]}, 2);
  } else {
    const Words all = integer_resize(a, bits, 64 * static_cast<unsigned>(a.size()), is_signed);
    spill(all, 0);
    result = model_call("__overtake_float_from_words",
                        {format, number(is_signed), scratch_, number(all.size())}, 2);
  }
  return integer_resize(result, 128, target, /*is_signed=*/false);
}

FunctionLowering::Words FunctionLowering::float_to_integer(llvm::Type* from, const Words& a,
                                                           unsigned bits, bool is_signed) {
  const unsigned source = scalar_bits(from);
  if (bits <= 64 && is_native(from))
    return {unary(is_signed ? Opcode::FToS : Opcode::FToU, source, a[0], bits)};
  const Operand format = number(format_of(from));
  const Words all = integer_resize(a, source, 128, /*is_signed=*/false);
  if (bits <= 128)
    return integer_resize(model_call("__overtake_float_to_integer",
                                     {format, number(bits), number(is_signed), all[0], all[1]}, 2),
                          128, bits, /*is_signed=*/false);
  const std::size_t n = (bits + 63) / 64;
  model_call("__overtake_float_to_words", {format, all[0], all[1], scratch_, number(n)}, 0);
  return wide_mask(unspill(0, n), bits);
}

// --- memory for one instruction at a time ------------------------------------------------------

std::uint64_t FunctionLowering::scratch_size(const llvm::Instruction& i) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) {
    if (llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) return 0;
    return words(call->getType()).size() > kMaxReturnWords ? size(call->getType()) : 0;
  }
  auto wide = [&](llvm::Type* type) -> std::uint64_t {
    type = element_type(type);
    const bool large = type->isIntegerTy() && type->getIntegerBitWidth() > 128;
    return large ? 8 * words(type).size() : 0;
  };
  if (i.isIntDivRem()) return 2 * wide(i.getType());
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&i))
    if (cast->getSrcTy()->isFPOrFPVectorTy() || cast->getDestTy()->isFPOrFPVectorTy())
      return std::max(wide(cast->getSrcTy()), wide(cast->getDestTy()));
  return 0;
}

void FunctionLowering::spill(const Words& a, std::uint64_t offset) {
  for (std::size_t k = 0; k < a.size(); ++k)
    b_.store(address_offset(scratch_, offset + 8 * k), a[k], 8);
}

FunctionLowering::Words FunctionLowering::unspill(std::uint64_t offset, std::size_t words) {
  Words result;
  for (std::size_t k = 0; k < words; ++k)
    result.push_back(b_.load(address_offset(scratch_, offset + 8 * k), 8));
  return result;
}

}  // namespace overtake::frontend
