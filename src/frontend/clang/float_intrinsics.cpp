// LLVM's intrinsics on floats and vectors of them.
#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {
namespace {

using llvm::Intrinsic::ID;
namespace In = llvm::Intrinsic;

std::optional<ir::FloatFunction> instruction_of(ID id) {
  using F = ir::FloatFunction;
  switch (id) {
    case In::fabs:
      return F::Abs;
    case In::sqrt:
      return F::Sqrt;
    case In::floor:
      return F::Floor;
    case In::ceil:
      return F::Ceil;
    case In::trunc:
      return F::Trunc;
    case In::lround:
    case In::llround:
    case In::round:
      return F::Round;
    case In::lrint:
    case In::llrint:
    case In::rint:
    case In::nearbyint:
    case In::roundeven:
      return F::RoundEven;
    case In::minnum:
      return F::Min;
    case In::maxnum:
      return F::Max;
    case In::copysign:
      return F::CopySign;
    case In::pow:
      return F::Pow;
    case In::exp:
      return F::Exp;
    case In::exp2:
      return F::Exp2;
    case In::log:
      return F::Log;
    case In::log2:
      return F::Log2;
    case In::log10:
      return F::Log10;
    case In::sin:
      return F::Sin;
    case In::cos:
      return F::Cos;
    case In::tan:
      return F::Tan;
    case In::asin:
      return F::Asin;
    case In::acos:
      return F::Acos;
    case In::atan:
      return F::Atan;
    case In::sinh:
      return F::Sinh;
    case In::cosh:
      return F::Cosh;
    case In::tanh:
      return F::Tanh;
    case In::fma:
      return F::Fma;
    default:
      return std::nullopt;
  }
}

// The model of runtime/ for long double; null if there is none.
const char* long_double_model(ID id) {
  switch (id) {
    case In::sqrt:
      return "sqrtl";
    case In::floor:
      return "floorl";
    case In::ceil:
      return "ceill";
    case In::trunc:
      return "truncl";
    case In::round:
    case In::lround:
    case In::llround:
      return "roundl";
    case In::rint:
    case In::nearbyint:
    case In::roundeven:
    case In::lrint:
    case In::llrint:
      return "rintl";
    case In::minnum:
      return "fminl";
    case In::maxnum:
      return "fmaxl";
    default:
      return nullptr;
  }
}

bool to_integer(ID id) {
  return id == In::lrint || id == In::llrint || id == In::lround || id == In::llround;
}

}  // namespace

// `arguments` are of `type`. Throws Refusal.
FunctionLowering::Words FunctionLowering::float_function(ID id, llvm::Type* type,
                                                         llvm::ArrayRef<Words> arguments) {
  const unsigned bits = scalar_bits(type);
  const Words& a = arguments[0];
  const std::uint64_t sign = std::uint64_t{1} << ((bits - 1) % 64);
  if (id == In::fmuladd)  // rounded twice: x86-64 as such has no fused one
    return float_binary(llvm::Instruction::FAdd, type,
                        float_binary(llvm::Instruction::FMul, type, a, arguments[1]), arguments[2]);
  if (id == In::minimum || id == In::maximum) {
    // Unlike minnum, a NaN stays one, and -0 is less than 0.
    const bool least = id == In::minimum;
    const Words& b = arguments[1];
    const Operand nan = float_compare(llvm::CmpInst::FCMP_UNO, type, a, b);
    const Operand less = float_compare(llvm::CmpInst::FCMP_OLT, type, a, b);
    const Operand equal = float_compare(llvm::CmpInst::FCMP_OEQ, type, a, b);
    const Operand a_negative =
        op(Opcode::Ne, 64, op(Opcode::And, 64, a.back(), number(sign)), number(0));
    const Operand a_first = b_.select(equal, a_negative, less);
    const Words ordered = least ? integer_select(a_first, a, b) : integer_select(a_first, b, a);
    return integer_select(nan, float_binary(llvm::Instruction::FAdd, type, a, b), ordered);
  }
  if (type->isHalfTy() || type->isBFloatTy()) {
    llvm::Type* larger = llvm::Type::getFloatTy(type->getContext());
    std::vector<Words> converted;
    for (const Words& x : arguments) converted.push_back(float_convert(type, larger, x));
    return float_convert(larger, type, float_function(id, larger, converted));
  }
  const std::optional<ir::FloatFunction> fn = instruction_of(id);
  if (fn && bits <= 64) {
    auto argument = [&](std::size_t n) {
      return n < arguments.size() ? arguments[n][0] : Operand{};
    };
    return {float_math(*fn, bits, argument(0), argument(1), argument(2))};
  }
  if (id == In::fabs || id == In::copysign) {
    Words result = a;
    result.back() = op(Opcode::And, 64, a.back(), number(~sign));
    if (id == In::copysign)
      result.back() =
          op(Opcode::Or, 64, result.back(), op(Opcode::And, 64, arguments[1].back(), number(sign)));
    return result;
  }
  const char* model = type->isX86_FP80Ty() ? long_double_model(id) : nullptr;
  if (model == nullptr)
    throw Refusal{"'" + In::getBaseName(id).str() +
                  "' of this floating-point type is not supported"};
  std::vector<Operand> words;
  for (const Words& x : arguments) words.insert(words.end(), x.begin(), x.end());
  return model_call(model, words, 2);
}

bool FunctionLowering::float_intrinsic(const llvm::IntrinsicInst& call) {
  const ID id = call.getIntrinsicID();
  llvm::Type* type = call.getArgOperand(0)->getType();
  const bool saturates = id == In::fptosi_sat || id == In::fptoui_sat;
  const bool known_function = instruction_of(id) || id == In::fmuladd || id == In::minimum ||
                              id == In::maximum || id == In::powi || id == In::is_fpclass ||
                              saturates;
  if (!known_function || !type->isFPOrFPVectorTy()) return false;
  llvm::Type* scalar_type = element_type(type);
  Words result;
  for (unsigned k = 0; k < element_count(type); ++k) {
    const Words a = element(call.getArgOperand(0), k);
    if (id == In::is_fpclass) {
      result.push_back(float_class(scalar_type, a, known(call.getArgOperand(1)).value_or(0)));
    } else if (id == In::powi) {
      if (!scalar_type->isFloatTy() && !scalar_type->isDoubleTy()) return false;
      const char* model = scalar_type->isFloatTy() ? "__powisf2" : "__powidf2";
      result.append(model_call(model, {a[0], scalar(call.getArgOperand(1))}, 1));
    } else if (saturates) {
      result.append(float_to_integer_saturated(scalar_type, a, scalar_bits(call.getType()),
                                               id == In::fptosi_sat));
    } else {
      std::vector<Words> arguments;
      for (const llvm::Use& use : call.args()) arguments.push_back(element(use.get(), k));
      const Words r = float_function(id, scalar_type, arguments);
      result.append(to_integer(id) ? float_to_integer(scalar_type, r, scalar_bits(call.getType()),
                                                      /*is_signed=*/true)
                                   : r);
    }
  }
  define(&call, result);
  return true;
}

// Beyond the least and the greatest integer it is that integer; a NaN is 0.
FunctionLowering::Words FunctionLowering::float_to_integer_saturated(llvm::Type* from,
                                                                     const Words& a, unsigned bits,
                                                                     bool is_signed) {
  using C = llvm::CmpInst;
  using I = llvm::Instruction;
  const Words zero = integer_number(bits, 0);
  const Words ones = integer(I::Sub, bits, zero, integer_number(bits, 1));
  const Words largest = integer(I::LShr, bits, ones, integer_number(bits, is_signed ? 1 : 0));
  const Words least = is_signed ? integer(I::Xor, bits, largest, ones) : zero;
  // 2^n is exact in every format, infinity if it is too large.
  const unsigned n = is_signed ? bits - 1 : bits;
  const Words power = integer(I::Shl, n + 1, integer_number(n + 1, 1), integer_number(n + 1, n));
  const Words limit = float_from_integer(n + 1, false, power, from);
  const Words minus_limit =
      is_signed ? float_negate(from, limit) : float_from_integer(1, false, {number(0)}, from);
  const Operand above = float_compare(C::FCMP_OGE, from, a, limit);
  const Operand below = float_compare(C::FCMP_OLT, from, a, minus_limit);
  const Operand nan = float_compare(C::FCMP_UNO, from, a, a);
  Words result = float_to_integer(from, a, bits, is_signed);
  result = integer_select(above, largest, result);
  result = integer_select(below, least, result);
  return integer_select(nan, zero, result);
}

// llvm.is.fpclass: a test of the bit pattern against a set of classes.
ir::Operand FunctionLowering::float_class(llvm::Type* type, const Words& a, std::uint64_t classes) {
  const unsigned width = scalar_bits(type);
  if (width > 64) {
    const Words all = integer_resize(a, width, 128, /*is_signed=*/false);
    const Words found = model_call("__overtake_float_class",
                                   {number(type->isX86_FP80Ty() ? 4 : 5), all[0], all[1]}, 1);
    return op(Opcode::Ne, 64, op(Opcode::And, 64, found[0], number(classes)), number(0));
  }
  const unsigned mantissa = llvm::APFloat::semanticsPrecision(type->getFltSemantics()) - 1;
  const Operand x = a[0];
  const Operand infinity = number(((std::uint64_t{1} << (width - 1 - mantissa)) - 1) << mantissa);
  const Operand quiet = number(std::uint64_t{1} << (mantissa - 1));
  const Operand smallest_normal = number(std::uint64_t{1} << mantissa);
  const Operand negative = op(Opcode::LShr, width, x, number(width - 1));
  const Operand magnitude =
      op(Opcode::And, width, x, number((std::uint64_t{1} << (width - 1)) - 1));
  const Operand is_nan = op(Opcode::ULt, width, infinity, magnitude);
  const Operand is_quiet = op(Opcode::Ne, width, op(Opcode::And, width, x, quiet), number(0));
  const Operand zero = is_zero(magnitude, width);
  const Operand is_infinite = op(Opcode::Eq, width, magnitude, infinity);
  const Operand below_normal = op(Opcode::ULt, width, magnitude, smallest_normal);
  const Operand below_infinity = op(Opcode::ULt, width, magnitude, infinity);
  auto both = [&](Operand p, Operand q) { return op(Opcode::And, 1, p, q); };
  const Operand subnormal = both(below_normal, not_(zero));
  const Operand normal = both(below_infinity, not_(below_normal));
  const Operand positive = not_(negative);
  // In the order of the bits of llvm::FPClassTest.
  const Operand tests[] = {both(is_nan, not_(is_quiet)), both(is_nan, is_quiet),
                           both(is_infinite, negative),  both(normal, negative),
                           both(subnormal, negative),    both(zero, negative),
                           both(zero, positive),         both(subnormal, positive),
                           both(normal, positive),       both(is_infinite, positive)};
  Operand any = number(0);
  for (unsigned bit = 0; bit < std::size(tests); ++bit)
    if (classes >> bit & 1) any = op(Opcode::Or, 1, any, tests[bit]);
  return any;
}

}  // namespace overtake::frontend
