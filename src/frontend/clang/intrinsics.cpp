// LLVM's intrinsics, as instructions of ours. Bit tricks work on 64-bit registers whose upper bits
// are zero, so one formula serves every width.
#include <llvm/IR/IntrinsicsX86.h>

#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

using llvm::Intrinsic::ID;
namespace In = llvm::Intrinsic;

bool FunctionLowering::intrinsic(const llvm::IntrinsicInst& call) {
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  switch (call.getIntrinsicID()) {
    // What only speaks to the optimizer or the debugger.
    case In::dbg_declare:
    case In::dbg_value:
    case In::dbg_label:
    case In::dbg_assign:
    case In::lifetime_start:
    case In::lifetime_end:
    case In::invariant_end:
    case In::assume:
    case In::experimental_noalias_scope_decl:
    case In::donothing:
    case In::sideeffect:
    case In::prefetch:
    case In::stackrestore:
    case In::vaend:
    case In::var_annotation:
    case In::pseudoprobe:
    case In::x86_sse2_pause:
    case In::x86_sse2_lfence:
      return true;
    case In::invariant_start:
    case In::stacksave:
      define_zero(&call);
      return true;
    case In::expect:
    case In::expect_with_probability:
    case In::annotation:
    case In::ptr_annotation:
    case In::launder_invariant_group:
    case In::strip_invariant_group:
    case In::ssa_copy:
    case In::arithmetic_fence:
      define(&call, value(argument(0)));
      return true;
    case In::ptrmask:
      define(&call, op(Opcode::And, 64, scalar(argument(0)), scalar(argument(1))));
      return true;
    case In::is_constant:
      define(&call, number(llvm::isa<llvm::Constant>(argument(0))));
      return true;
    case In::objectsize:
      // Unknown: -1 for the largest, 0 for the smallest estimate.
      define(&call, number(known(argument(1)) == 1             ? 0
                           : scalar_bits(call.getType()) == 32 ? 0xffffffffu
                                                               : ~std::uint64_t{0}));
      return true;
    case In::threadlocal_address:
      define(&call, value(argument(0)));
      return true;
    case In::memcpy:
    case In::memcpy_inline:
    case In::memmove: {
      const auto& copy = llvm::cast<llvm::MemTransferInst>(call);
      copy_memory(
          copy.getRawDest(), copy.getRawSource(), copy.getLength(),
          std::min(copy.getDestAlign().valueOrOne(), copy.getSourceAlign().valueOrOne()).value());
      return true;
    }
    case In::memset:
    case In::memset_inline: {
      const auto& fill = llvm::cast<llvm::MemSetInst>(call);
      fill_memory(fill.getRawDest(), fill.getValue(), fill.getLength(),
                  fill.getDestAlign().valueOrOne().value());
      return true;
    }
    case In::vastart:
      variadic_start(scalar(argument(0)));
      return true;
    case In::vacopy: {
      const Operand to = scalar(argument(0)), from = scalar(argument(1));
      for (const auto& [offset, bytes] : {std::pair{0u, 4u}, {4u, 4u}, {8u, 8u}, {16u, 8u}})
        b_.store(address_offset(to, offset), b_.load(address_offset(from, offset), bytes), bytes);
      return true;
    }
    case In::trap:
    case In::debugtrap:
    case In::ubsantrap:
      b_.fail(ir::ErrorKind::Abort, "trap instruction");
      return true;
    case In::x86_sse2_mfence:
      b_.fence(ir::kFullFence);
      return true;
    case In::x86_sse_sfence:
      b_.fence(ir::kStoreFence);
      return true;
    case In::eh_typeid_for:
      define(&call, number(program_.type_id(argument(0))));
      return true;
    case In::returnaddress:
    case In::frameaddress:
    case In::readcyclecounter:
    case In::readsteadycounter:
    case In::x86_rdtsc:
    case In::x86_rdtscp:
      define_zero(&call);
      return true;
    default:
      if (call.arg_size() == 0) return false;
      return bit_intrinsic(call) || overflow_intrinsic(call) || reduction(call) ||
             float_intrinsic(call);
  }
}

ir::Operand FunctionLowering::population(Operand a) {
  auto masked = [&](Operand x, unsigned shift, std::uint64_t mask) {
    return op(Opcode::And, 64, shift == 0 ? x : op(Opcode::LShr, 64, x, number(shift)),
              number(mask));
  };
  Operand x = op(Opcode::Sub, 64, a, masked(a, 1, 0x5555555555555555u));
  x = op(Opcode::Add, 64, masked(x, 0, 0x3333333333333333u), masked(x, 2, 0x3333333333333333u));
  x = op(Opcode::Add, 64, x, op(Opcode::LShr, 64, x, number(4)));
  x = masked(x, 0, 0x0f0f0f0f0f0f0f0fu);
  return op(Opcode::LShr, 64, op(Opcode::Mul, 64, x, number(0x0101010101010101u)), number(56));
}

ir::Operand FunctionLowering::leading_zeros(Operand a, unsigned width) {
  for (unsigned shift = 1; shift < width; shift *= 2)
    a = op(Opcode::Or, 64, a, op(Opcode::LShr, 64, a, number(shift)));
  return op(Opcode::Sub, 64, number(width), population(a));
}

ir::Operand FunctionLowering::trailing_zeros(Operand a, unsigned width) {
  const Operand ones = number(width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1);
  const Operand below = op(Opcode::Sub, width, a, number(1));
  return population(op(Opcode::And, width, op(Opcode::Xor, width, a, ones), below));
}

ir::Operand FunctionLowering::byte_swap(Operand a, unsigned width) {
  Operand result = number(0);
  for (unsigned byte = 0; byte < width / 8; ++byte) {
    Operand x = op(Opcode::And, 64, op(Opcode::LShr, 64, a, number(8 * byte)), number(0xff));
    x = op(Opcode::Shl, 64, x, number(width - 8 - 8 * byte));
    result = byte == 0 ? x : op(Opcode::Or, 64, result, x);
  }
  return result;
}

ir::Operand FunctionLowering::bit_reverse(Operand a, unsigned width) {
  // Within bytes, then the bytes; an odd width is reversed as 64 bits and shifted down.
  auto swap = [&](Operand x, unsigned shift, std::uint64_t mask) {
    const Operand down = op(Opcode::And, 64, op(Opcode::LShr, 64, x, number(shift)), number(mask));
    const Operand up = op(Opcode::Shl, 64, op(Opcode::And, 64, x, number(mask)), number(shift));
    return op(Opcode::Or, 64, down, up);
  };
  a = swap(a, 1, 0x5555555555555555u);
  a = swap(a, 2, 0x3333333333333333u);
  a = swap(a, 4, 0x0f0f0f0f0f0f0f0fu);
  a = byte_swap(a, 64);
  return width == 64 ? a : op(Opcode::LShr, 64, a, number(64 - width));
}

ir::Operand FunctionLowering::extreme(ID id, unsigned width, Operand a, Operand b) {
  const bool is_signed = id == In::smax || id == In::smin;
  const Operand less = op(is_signed ? Opcode::SLt : Opcode::ULt, width, a, b);
  return id == In::smax || id == In::umax ? b_.select(less, b, a) : b_.select(less, a, b);
}

bool FunctionLowering::bit_intrinsic(const llvm::IntrinsicInst& call) {
  const ID id = call.getIntrinsicID();
  switch (id) {
    case In::ctpop:
    case In::ctlz:
    case In::cttz:
    case In::bswap:
    case In::bitreverse:
    case In::abs:
    case In::smax:
    case In::smin:
    case In::umax:
    case In::umin:
    case In::fshl:
    case In::fshr:
      break;
    default:
      return false;
  }
  const unsigned width = scalar_bits(call.getType());
  if (width > 64) return wide_bit_intrinsic(call);
  const Words first = value(call.getArgOperand(0));
  auto other = [&](unsigned i, std::size_t k) { return value(call.getArgOperand(i))[k]; };
  Words result;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const Operand a = first[k];
    switch (id) {
      case In::ctpop:
        result.push_back(population(a));
        break;
      case In::ctlz:
        result.push_back(leading_zeros(a, width));
        break;
      case In::cttz:
        result.push_back(trailing_zeros(a, width));
        break;
      case In::bswap:
        result.push_back(byte_swap(a, width));
        break;
      case In::bitreverse:
        result.push_back(bit_reverse(a, width));
        break;
      case In::abs: {
        const Operand negative = op(Opcode::SLt, width, a, number(0));
        result.push_back(b_.select(negative, op(Opcode::Sub, width, number(0), a), a));
        break;
      }
      case In::fshl:
      case In::fshr: {
        // The pair (a, b) shifted: both parts by less than the width.
        const Operand b = other(1, k);
        const Operand m = op(Opcode::URem, width, other(2, k), number(width));
        const Operand rest = op(Opcode::Sub, width, number(width - 1), m);
        const bool left = id == In::fshl;
        const Operand upper =
            left ? op(Opcode::Shl, width, a, m)
                 : op(Opcode::Shl, width, op(Opcode::Shl, width, a, number(1)), rest);
        const Operand lower =
            left ? op(Opcode::LShr, width, op(Opcode::LShr, width, b, number(1)), rest)
                 : op(Opcode::LShr, width, b, m);
        result.push_back(op(Opcode::Or, width, upper, lower));
        break;
      }
      default:
        result.push_back(extreme(id, width, a, other(1, k)));
        break;
    }
  }
  define(&call, result);
  return true;
}

bool FunctionLowering::wide_bit_intrinsic(const llvm::IntrinsicInst& call) {
  const Wide a = wide(call.getArgOperand(0));
  if (call.getType()->isVectorTy() || scalar_bits(call.getType()) != 128) return false;
  auto narrow = [&](Operand lo) {
    define(&call, Words{lo, number(0)});
    return true;
  };
  switch (call.getIntrinsicID()) {
    case In::ctpop:
      return narrow(op(Opcode::Add, 64, population(a.lo), population(a.hi)));
    case In::ctlz:
      return narrow(b_.select(is_zero(a.hi, 64),
                              op(Opcode::Add, 64, leading_zeros(a.lo, 64), number(64)),
                              leading_zeros(a.hi, 64)));
    case In::cttz:
      return narrow(b_.select(is_zero(a.lo, 64),
                              op(Opcode::Add, 64, trailing_zeros(a.hi, 64), number(64)),
                              trailing_zeros(a.lo, 64)));
    case In::bswap:
      define(&call, Words{byte_swap(a.hi, 64), byte_swap(a.lo, 64)});
      return true;
    default:
      return false;
  }
}

// {result, overflow} of add, sub, mul; and the saturating ones.
bool FunctionLowering::overflow_intrinsic(const llvm::IntrinsicInst& call) {
  const ID id = call.getIntrinsicID();
  const bool adds = id == In::sadd_with_overflow || id == In::uadd_with_overflow ||
                    id == In::sadd_sat || id == In::uadd_sat;
  const bool subtracts = id == In::ssub_with_overflow || id == In::usub_with_overflow ||
                         id == In::ssub_sat || id == In::usub_sat;
  const bool multiplies = id == In::smul_with_overflow || id == In::umul_with_overflow;
  if (!adds && !subtracts && !multiplies) return false;
  const bool is_signed = id == In::sadd_with_overflow || id == In::ssub_with_overflow ||
                         id == In::smul_with_overflow || id == In::sadd_sat || id == In::ssub_sat;
  const bool saturates =
      id == In::sadd_sat || id == In::uadd_sat || id == In::ssub_sat || id == In::usub_sat;
  const unsigned width = scalar_bits(call.getArgOperand(0)->getType());
  if (width > 64) return wide_overflow(call, adds, multiplies, is_signed);
  const Words first = value(call.getArgOperand(0)), second = value(call.getArgOperand(1));
  Words results, overflows;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const Operand a = first[k], b = second[k];
    Operand result, overflow;
    if (multiplies) {
      const Wide x = wide_extend(a, width, is_signed), y = wide_extend(b, width, is_signed);
      const Wide product = wide_binary(llvm::Instruction::Mul, x, y);
      result = truncate(product.lo, width);
      const Wide back = wide_extend(result, width, is_signed);
      overflow = wide_compare(llvm::CmpInst::ICMP_NE, product, back);
    } else {
      result = op(adds ? Opcode::Add : Opcode::Sub, width, a, b);
      if (!is_signed) {
        overflow = adds ? op(Opcode::ULt, width, result, a) : op(Opcode::ULt, width, a, b);
      } else {
        // The operands' signs (of a and -b) agree, and differ from the result's.
        const Operand flipped = op(Opcode::Xor, width, a, result);
        const Operand other =
            adds ? op(Opcode::Xor, width, b, result) : op(Opcode::Xor, width, a, b);
        overflow = op(Opcode::SLt, width, op(Opcode::And, width, flipped, other), number(0));
      }
    }
    if (saturates) {
      const std::uint64_t ones = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
      Operand limit = number(adds ? ones : 0);
      if (is_signed)
        limit =
            b_.select(op(Opcode::SLt, width, a, number(0)), number(ones / 2 + 1), number(ones / 2));
      result = b_.select(overflow, limit, result);
    }
    results.push_back(result);
    overflows.push_back(overflow);
  }
  if (!saturates) results.append(overflows);
  define(&call, results);
  return true;
}

bool FunctionLowering::wide_overflow(const llvm::IntrinsicInst& call, bool adds, bool multiplies,
                                     bool is_signed) {
  if (multiplies || scalar_bits(call.getArgOperand(0)->getType()) != 128)
    throw Refusal{"overflow checks of this operation on 128-bit integers are not supported"};
  const Wide a = wide(call.getArgOperand(0)), b = wide(call.getArgOperand(1));
  const Wide r = wide_binary(adds ? llvm::Instruction::Add : llvm::Instruction::Sub, a, b);
  Operand overflow;
  if (is_signed) {
    const Operand other = adds ? op(Opcode::Xor, 64, b.hi, r.hi) : op(Opcode::Xor, 64, a.hi, b.hi);
    overflow =
        op(Opcode::SLt, 64, op(Opcode::And, 64, op(Opcode::Xor, 64, a.hi, r.hi), other), number(0));
  } else {
    overflow = adds ? wide_compare(llvm::CmpInst::ICMP_ULT, r, a)
                    : wide_compare(llvm::CmpInst::ICMP_ULT, a, b);
  }
  define(&call, Words{r.lo, r.hi, overflow});
  return true;
}

// All elements of a vector combined to one.
bool FunctionLowering::reduction(const llvm::IntrinsicInst& call) {
  const ID id = call.getIntrinsicID();
  std::function<Operand(Operand, Operand)> combine;
  const unsigned width = scalar_bits(call.getType());
  auto with = [&](Opcode opcode) {
    combine = [this, opcode, width](Operand a, Operand b) { return op(opcode, width, a, b); };
  };
  auto with_extreme = [&](ID which) {
    combine = [this, which, width](Operand a, Operand b) { return extreme(which, width, a, b); };
  };
  auto with_float = [&](ir::FloatFunction fn) {
    combine = [this, fn, width](Operand a, Operand b) { return float_math(fn, width, a, b); };
  };
  switch (id) {
    case In::vector_reduce_add:
      with(Opcode::Add);
      break;
    case In::vector_reduce_mul:
      with(Opcode::Mul);
      break;
    case In::vector_reduce_and:
      with(Opcode::And);
      break;
    case In::vector_reduce_or:
      with(Opcode::Or);
      break;
    case In::vector_reduce_xor:
      with(Opcode::Xor);
      break;
    case In::vector_reduce_smax:
      with_extreme(In::smax);
      break;
    case In::vector_reduce_smin:
      with_extreme(In::smin);
      break;
    case In::vector_reduce_umax:
      with_extreme(In::umax);
      break;
    case In::vector_reduce_umin:
      with_extreme(In::umin);
      break;
    case In::vector_reduce_fadd:
      with(Opcode::FAdd);
      break;
    case In::vector_reduce_fmul:
      with(Opcode::FMul);
      break;
    case In::vector_reduce_fmax:
      with_float(ir::FloatFunction::Max);
      break;
    case In::vector_reduce_fmin:
      with_float(ir::FloatFunction::Min);
      break;
    default:
      return false;
  }
  // The float sums start from a value; the elements come last.
  Words elements = value(call.getArgOperand(call.arg_size() - 1));
  if (call.arg_size() == 2) elements.insert(elements.begin(), scalar(call.getArgOperand(0)));
  Operand result = elements[0];
  for (std::size_t k = 1; k < elements.size(); ++k) result = combine(result, elements[k]);
  define(&call, result);
  return true;
}

bool FunctionLowering::float_intrinsic(const llvm::IntrinsicInst& call) {
  using F = ir::FloatFunction;
  const ID id = call.getIntrinsicID();
  if (id == In::is_fpclass) {
    float_class(call);
    return true;
  }
  const bool to_integer = id == In::lrint || id == In::llrint || id == In::lround ||
                          id == In::llround || id == In::fptosi_sat || id == In::fptoui_sat;
  const unsigned width = scalar_bits(call.getArgOperand(0)->getType());
  const unsigned result_width = scalar_bits(call.getType());
  std::optional<F> fn;
  switch (id) {
    case In::fabs:
      fn = F::Abs;
      break;
    case In::sqrt:
      fn = F::Sqrt;
      break;
    case In::floor:
      fn = F::Floor;
      break;
    case In::ceil:
      fn = F::Ceil;
      break;
    case In::trunc:
      fn = F::Trunc;
      break;
    case In::lround:
    case In::llround:
    case In::round:
      fn = F::Round;
      break;
    case In::lrint:
    case In::llrint:
    case In::rint:
    case In::nearbyint:
    case In::roundeven:
      fn = F::RoundEven;
      break;
    case In::minnum:
    case In::minimum:
      fn = F::Min;
      break;
    case In::maxnum:
    case In::maximum:
      fn = F::Max;
      break;
    case In::copysign:
      fn = F::CopySign;
      break;
    case In::powi:
    case In::pow:
      fn = F::Pow;
      break;
    case In::exp:
      fn = F::Exp;
      break;
    case In::exp2:
      fn = F::Exp2;
      break;
    case In::log:
      fn = F::Log;
      break;
    case In::log2:
      fn = F::Log2;
      break;
    case In::log10:
      fn = F::Log10;
      break;
    case In::sin:
      fn = F::Sin;
      break;
    case In::cos:
      fn = F::Cos;
      break;
    case In::tan:
      fn = F::Tan;
      break;
    case In::fma:
      fn = F::Fma;
      break;
    case In::fmuladd:
    case In::fptosi_sat:
    case In::fptoui_sat:
      break;
    default:
      return false;
  }
  std::vector<Words> arguments;
  for (const llvm::Use& use : call.args()) arguments.push_back(value(use.get()));
  Words result;
  for (std::size_t k = 0; k < arguments[0].size(); ++k) {
    const Operand a = arguments[0][k];
    Operand b = arguments.size() > 1 ? arguments[1][id == In::powi ? 0 : k] : Operand{};
    const Operand c = arguments.size() > 2 ? arguments[2][k] : Operand{};
    if (id == In::powi) b = unary(Opcode::SToF, 32, b, width);
    Operand r;
    if (id == In::fmuladd)
      r = op(Opcode::FAdd, width, op(Opcode::FMul, width, a, b), c);
    else
      r = fn ? float_math(*fn, width, a, b, c) : a;
    if (to_integer)
      r = unary(id == In::fptoui_sat ? Opcode::FToU : Opcode::FToS, width, r, result_width);
    result.push_back(r);
  }
  define(&call, result);
  return true;
}

// llvm.is.fpclass: a test of the bit pattern against a set of classes.
void FunctionLowering::float_class(const llvm::IntrinsicInst& call) {
  const unsigned width = scalar_bits(call.getArgOperand(0)->getType());
  const unsigned mantissa = width == 32 ? 23 : 52;
  const std::uint64_t classes = known(call.getArgOperand(1)).value_or(0);
  const Operand x = scalar(call.getArgOperand(0));
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
  auto both = [&](Operand a, Operand b) { return op(Opcode::And, 1, a, b); };
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
  define(&call, any);
}

}  // namespace overtake::frontend
