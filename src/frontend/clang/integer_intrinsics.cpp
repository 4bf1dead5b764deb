// LLVM's intrinsics on integers of any width, and on vectors of them. Bit tricks work on 64-bit
// registers whose upper bits are zero, so one formula serves every width up to 64; wider integers
// combine what the tricks say of their words.
#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

using llvm::Intrinsic::ID;
using I = llvm::Instruction;
namespace In = llvm::Intrinsic;

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

// ctpop, ctlz, cttz. A word that is zero leaves the count to its neighbour.
FunctionLowering::Words FunctionLowering::bit_count(ID id, unsigned bits, const Words& a) {
  auto leading = [&](Operand x, unsigned width) {
    for (unsigned shift = 1; shift < width; shift *= 2)
      x = op(Opcode::Or, 64, x, op(Opcode::LShr, 64, x, number(shift)));
    return op(Opcode::Sub, 64, number(width), population(x));
  };
  auto trailing = [&](Operand x, unsigned width) {
    const Operand ones = number(width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1);
    const Operand below = op(Opcode::Sub, width, x, number(1));
    return population(op(Opcode::And, width, op(Opcode::Xor, width, x, ones), below));
  };
  const std::size_t n = a.size();
  Operand result;
  for (std::size_t step = 0; step < n; ++step) {
    const std::size_t k = id == In::cttz ? n - 1 - step : step;
    const unsigned width = k + 1 < n ? 64 : bits - 64 * static_cast<unsigned>(n - 1);
    const Operand here = id == In::ctpop  ? population(a[k])
                         : id == In::ctlz ? leading(a[k], width)
                                          : trailing(a[k], width);
    if (step == 0)
      result = here;
    else if (id == In::ctpop)
      result = op(Opcode::Add, 64, result, here);
    else
      result = b_.select(is_zero(a[k], 64), op(Opcode::Add, 64, result, number(width)), here);
  }
  Words all = integer_number(bits, 0);
  all[0] = result;
  return all;
}

ir::Operand FunctionLowering::swap_bytes(Operand a) {
  Operand result;
  for (std::uint64_t byte = 0; byte < 8; ++byte) {
    Operand x = op(Opcode::And, 64, op(Opcode::LShr, 64, a, number(8 * byte)), number(0xff));
    x = op(Opcode::Shl, 64, x, number(56 - 8 * byte));
    result = byte == 0 ? x : op(Opcode::Or, 64, result, x);
  }
  return result;
}

ir::Operand FunctionLowering::reverse_bits(Operand a) {
  auto swap = [&](unsigned shift, std::uint64_t mask) {
    const Operand down = op(Opcode::And, 64, op(Opcode::LShr, 64, a, number(shift)), number(mask));
    const Operand up = op(Opcode::Shl, 64, op(Opcode::And, 64, a, number(mask)), number(shift));
    a = op(Opcode::Or, 64, down, up);
  };
  swap(1, 0x5555555555555555u);
  swap(2, 0x3333333333333333u);
  swap(4, 0x0f0f0f0f0f0f0f0fu);
  return swap_bytes(a);
}

// bswap, bitreverse: all words reversed, and what was above the width shifted out.
FunctionLowering::Words FunctionLowering::reversed(ID id, unsigned bits, const Words& a) {
  Words result;
  for (std::size_t k = a.size(); k-- > 0;)
    result.push_back(id == In::bswap ? swap_bytes(a[k]) : reverse_bits(a[k]));
  const unsigned all = 64 * static_cast<unsigned>(a.size());
  if (bits == all) return result;
  return integer(I::LShr, all, result, integer_number(all, all - bits));
}

FunctionLowering::Words FunctionLowering::extreme(ID id, unsigned bits, const Words& a,
                                                  const Words& b) {
  const bool is_signed = id == In::smax || id == In::smin;
  const Operand less =
      integer_compare(is_signed ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT, bits, a, b);
  return id == In::smax || id == In::umax ? integer_select(less, b, a) : integer_select(less, a, b);
}

FunctionLowering::Words FunctionLowering::bit_function(ID id, unsigned bits,
                                                       llvm::ArrayRef<Words> arguments) {
  const Words& a = arguments[0];
  switch (id) {
    case In::ctpop:
    case In::ctlz:
    case In::cttz:
      return bit_count(id, bits, a);
    case In::bswap:
    case In::bitreverse:
      return reversed(id, bits, a);
    case In::abs: {
      const Words zero = integer_number(bits, 0);
      const Operand negative = integer_compare(llvm::CmpInst::ICMP_SLT, bits, a, zero);
      return integer_select(negative, integer(I::Sub, bits, zero, a), a);
    }
    case In::fshl:
    case In::fshr: {
      // The pair (a, b) shifted, and its upper or lower half.
      const Words amount = integer(I::URem, bits, arguments[2], integer_number(bits, bits));
      const Words upper = integer(I::Shl, 2 * bits, integer_resize(a, bits, 2 * bits, false),
                                  integer_number(2 * bits, bits));
      const Words pair =
          integer(I::Or, 2 * bits, upper, integer_resize(arguments[1], bits, 2 * bits, false));
      const Words by = integer_resize(amount, bits, 2 * bits, false);
      Words shifted = integer(id == In::fshl ? I::Shl : I::LShr, 2 * bits, pair, by);
      if (id == In::fshl)
        shifted = integer(I::LShr, 2 * bits, shifted, integer_number(2 * bits, bits));
      return integer_resize(shifted, 2 * bits, bits, false);
    }
    default:
      return extreme(id, bits, a, arguments[1]);
  }
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
  const unsigned bits = scalar_bits(call.getType());
  // The second argument of these is a flag for the optimizer.
  const bool one = id == In::ctlz || id == In::cttz || id == In::abs;
  Words result;
  for (unsigned k = 0; k < element_count(call.getType()); ++k) {
    std::vector<Words> arguments;
    for (unsigned n = 0; n < (one ? 1 : call.arg_size()); ++n)
      arguments.push_back(element(call.getArgOperand(n), k));
    result.append(bit_function(id, bits, arguments));
  }
  define(&call, result);
  return true;
}

std::pair<FunctionLowering::Words, ir::Operand> FunctionLowering::checked(
    unsigned opcode, bool is_signed, unsigned bits, const Words& a, const Words& b) {
  using C = llvm::CmpInst;
  if (opcode != I::Mul && bits <= 64) {
    const Words result = integer(opcode, bits, a, b);
    const Operand r = result[0];
    if (!is_signed)
      return {result,
              op(Opcode::ULt, bits, opcode == I::Add ? r : a[0], opcode == I::Add ? a[0] : b[0])};
    // The operands' signs (of a and -b) agree, and differ from the result's.
    const Operand other = op(Opcode::Xor, bits, opcode == I::Add ? r : a[0], b[0]);
    const Operand both = op(Opcode::And, bits, op(Opcode::Xor, bits, a[0], r), other);
    return {result, op(Opcode::SLt, bits, both, number(0))};
  }
  // Computed with bits to spare: it overflows if it does not come back from the narrow result.
  const unsigned wide = opcode == I::Mul ? 2 * bits : bits + 1;
  const Words exact = integer(opcode, wide, integer_resize(a, bits, wide, is_signed),
                              integer_resize(b, bits, wide, is_signed));
  const Words result = integer_resize(exact, wide, bits, false);
  return {result,
          integer_compare(C::ICMP_NE, wide, exact, integer_resize(result, bits, wide, is_signed))};
}

bool FunctionLowering::overflow_intrinsic(const llvm::IntrinsicInst& call) {
  const auto* with_overflow = llvm::dyn_cast<llvm::WithOverflowInst>(&call);
  if (with_overflow == nullptr) return false;
  llvm::Type* type = call.getArgOperand(0)->getType();
  Words results, overflows;
  for (unsigned k = 0; k < element_count(type); ++k) {
    const auto [result, overflow] =
        checked(with_overflow->getBinaryOp(), with_overflow->isSigned(), scalar_bits(type),
                element(call.getArgOperand(0), k), element(call.getArgOperand(1), k));
    results.append(result);
    overflows.push_back(overflow);
  }
  results.append(overflows);
  define(&call, results);
  return true;
}

// The saturating ones, and three-way comparisons.
bool FunctionLowering::saturating_intrinsic(const llvm::IntrinsicInst& call) {
  using C = llvm::CmpInst;
  const ID id = call.getIntrinsicID();
  const bool shifts = id == In::sshl_sat || id == In::ushl_sat;
  const bool compares = id == In::scmp || id == In::ucmp;
  const auto* saturating = llvm::dyn_cast<llvm::SaturatingInst>(&call);
  if (saturating == nullptr && !shifts && !compares) return false;
  const bool is_signed =
      saturating != nullptr ? saturating->isSigned() : id == In::sshl_sat || id == In::scmp;
  llvm::Type* type = call.getArgOperand(0)->getType();
  const unsigned bits = scalar_bits(type);
  Words all;
  for (unsigned k = 0; k < element_count(type); ++k) {
    const Words a = element(call.getArgOperand(0), k), b = element(call.getArgOperand(1), k);
    const Words zero = integer_number(bits, 0);
    if (compares) {
      const auto less = is_signed ? C::ICMP_SLT : C::ICMP_ULT;
      const unsigned width = scalar_bits(call.getType());
      all.append(integer(I::Sub, width,
                         integer_resize({integer_compare(less, bits, b, a)}, 1, width, false),
                         integer_resize({integer_compare(less, bits, a, b)}, 1, width, false)));
      continue;
    }
    Words result;
    Operand overflow;
    if (shifts) {
      result = integer(I::Shl, bits, a, b);
      const Words back = integer(is_signed ? I::AShr : I::LShr, bits, result, b);
      overflow = integer_compare(C::ICMP_NE, bits, back, a);
    } else {
      std::tie(result, overflow) = checked(saturating->getBinaryOp(), is_signed, bits, a, b);
    }
    const Words ones = integer(I::Sub, bits, zero, integer_number(bits, 1));
    const Words largest = integer(I::LShr, bits, ones, integer_number(bits, is_signed ? 1 : 0));
    const bool subtracts = saturating != nullptr && saturating->getBinaryOp() == I::Sub;
    Words limit = subtracts ? zero : largest;
    if (is_signed)
      limit = integer_select(integer_compare(C::ICMP_SLT, bits, a, zero),
                             integer(I::Xor, bits, largest, ones), largest);
    all.append(integer_select(overflow, limit, result));
  }
  define(&call, all);
  return true;
}

}  // namespace overtake::frontend
