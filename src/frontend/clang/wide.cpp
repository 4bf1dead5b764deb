// Integers of any width, as lists of words, the least significant first. Up to 64 bits an operation
// is one instruction; beyond that it is spelled out word by word. Only the division is a call, of a
// function in runtime/int128.c. A value is zero-extended from its width, also in its last word.
// Shift amounts are kept below 64 throughout, so nothing depends on what a too large shift does.
#include <llvm/IR/Instructions.h>

#include "base/error.h"
#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {
namespace {

unsigned words_for(unsigned bits) { return (bits + 63) / 64; }

ir::Opcode narrow_opcode(unsigned opcode) {
  using I = llvm::Instruction;
  switch (opcode) {
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
    default:
      return ir::Opcode::SRem;
  }
}

}  // namespace

FunctionLowering::Words FunctionLowering::integer(unsigned opcode, unsigned bits, const Words& a,
                                                  const Words& b) {
  using I = llvm::Instruction;
  if (bits <= 64) return {op(narrow_opcode(opcode), bits, a[0], b[0])};
  Words result;
  switch (opcode) {
    case I::And:
    case I::Or:
    case I::Xor:
      for (std::size_t k = 0; k < a.size(); ++k)
        result.push_back(op(narrow_opcode(opcode), 64, a[k], b[k]));
      return result;
    case I::Add:
      return wide_mask(wide_add(a, b), bits);
    case I::Sub:
      return wide_mask(wide_subtract(a, b), bits);
    case I::Mul:
      return wide_mask(wide_multiply(a, b), bits);
    case I::Shl:
      return wide_mask(wide_shift_left(a, b[0]), bits);
    case I::LShr:
      return wide_shift_right(a, b[0], number(0));
    case I::AShr: {
      const Words extended = integer_resize(a, bits, 64 * words_for(bits), /*is_signed=*/true);
      const Operand fill = op(Opcode::AShr, 64, extended.back(), number(63));
      return wide_mask(wide_shift_right(extended, b[0], fill), bits);
    }
    default:
      return wide_divide(opcode, bits, a, b);
  }
}

FunctionLowering::Words FunctionLowering::wide_mask(Words a, unsigned bits) {
  if (bits % 64 != 0) a.back() = truncate(a.back(), bits % 64);
  return a;
}

FunctionLowering::Words FunctionLowering::integer_resize(Words a, unsigned from, unsigned to,
                                                         bool is_signed) {
  if (to <= from) {
    a.resize(words_for(to));
    return wide_mask(a, to);
  }
  Operand fill = number(0);
  if (is_signed) {
    if (to <= 64) return {sign_extend(a[0], from, to)};
    if (from % 64 != 0) a.back() = sign_extend(a.back(), from % 64, 64);
    if (words_for(to) > a.size()) fill = op(Opcode::AShr, 64, a.back(), number(63));
  }
  a.resize(words_for(to), fill);
  return is_signed ? wide_mask(a, to) : a;
}

FunctionLowering::Words FunctionLowering::integer_select(Operand condition, const Words& a,
                                                         const Words& b) {
  Words result;
  for (std::size_t k = 0; k < a.size(); ++k) result.push_back(b_.select(condition, a[k], b[k]));
  return result;
}

FunctionLowering::Words FunctionLowering::integer_number(unsigned bits, std::uint64_t n) {
  Words result(words_for(bits), number(0));
  result[0] = number(n);
  return result;
}

FunctionLowering::Words FunctionLowering::wide_add(const Words& a, const Words& b) {
  Words sum;
  Operand carry;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Operand plain = op(Opcode::Add, 64, a[k], b[k]);
    const Operand all = carry.present() ? op(Opcode::Add, 64, plain, carry) : plain;
    if (k + 1 < a.size()) {
      const Operand out = op(Opcode::ULt, 64, plain, a[k]);
      carry = carry.present() ? op(Opcode::Or, 64, out, op(Opcode::ULt, 64, all, plain)) : out;
    }
    sum.push_back(all);
  }
  return sum;
}

FunctionLowering::Words FunctionLowering::wide_subtract(const Words& a, const Words& b) {
  Words difference;
  Operand borrow;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Operand plain = op(Opcode::Sub, 64, a[k], b[k]);
    const Operand all = borrow.present() ? op(Opcode::Sub, 64, plain, borrow) : plain;
    if (k + 1 < a.size()) {
      const Operand out = op(Opcode::ULt, 64, a[k], b[k]);
      borrow = borrow.present() ? op(Opcode::Or, 64, out, op(Opcode::ULt, 64, plain, borrow)) : out;
    }
    difference.push_back(all);
  }
  return difference;
}

std::pair<ir::Operand, ir::Operand> FunctionLowering::multiply_words(Operand a, Operand b) {
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
  Operand high = op(Opcode::Add, 64, p11, op(Opcode::LShr, 64, p01, half));
  high = op(Opcode::Add, 64, high, op(Opcode::LShr, 64, p10, half));
  high = op(Opcode::Add, 64, high, op(Opcode::LShr, 64, middle, half));
  return {op(Opcode::Mul, 64, a, b), high};
}

// The schoolbook's, as many words as the factors have.
FunctionLowering::Words FunctionLowering::wide_multiply(const Words& a, const Words& b) {
  Words product(a.size(), number(0));
  auto add_at = [&](std::size_t at, Operand word) {
    for (; at < product.size(); ++at) {
      product[at] = op(Opcode::Add, 64, product[at], word);
      if (at + 1 < product.size()) word = op(Opcode::ULt, 64, product[at], word);
    }
  };
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; i + j < a.size(); ++j) {
      if (i + j + 1 == a.size()) {
        add_at(i + j, op(Opcode::Mul, 64, a[i], b[j]));
        continue;
      }
      const auto [low, high] = multiply_words(a[i], b[j]);
      add_at(i + j, low);
      add_at(i + j + 1, high);
    }
  return product;
}

// By whole words first, one bit of their number at a time, then by the rest.
FunctionLowering::Words FunctionLowering::wide_shift_left(Words a, Operand amount) {
  for (std::size_t step = 1, bit = 64; step < a.size(); step *= 2, bit *= 2) {
    const Operand taken = op(Opcode::And, 64, amount, number(bit));
    for (std::size_t k = a.size(); k-- > 0;)
      a[k] = b_.select(taken, k >= step ? a[k - step] : number(0), a[k]);
  }
  const Operand m = op(Opcode::And, 64, amount, number(63));
  const Operand rest = op(Opcode::Sub, 64, number(63), m);
  for (std::size_t k = a.size(); k-- > 0;) {
    const Operand shifted = op(Opcode::Shl, 64, a[k], m);
    // What leaves one word on top enters the next: shifted by 1 + (63 - m), never by 64.
    a[k] = k == 0 ? shifted
                  : op(Opcode::Or, 64, shifted,
                       op(Opcode::LShr, 64, op(Opcode::LShr, 64, a[k - 1], number(1)), rest));
  }
  return a;
}

FunctionLowering::Words FunctionLowering::wide_shift_right(Words a, Operand amount, Operand fill) {
  const std::size_t n = a.size();
  for (std::size_t step = 1, bit = 64; step < n; step *= 2, bit *= 2) {
    const Operand taken = op(Opcode::And, 64, amount, number(bit));
    for (std::size_t k = 0; k < n; ++k)
      a[k] = b_.select(taken, k + step < n ? a[k + step] : fill, a[k]);
  }
  const Operand m = op(Opcode::And, 64, amount, number(63));
  const Operand rest = op(Opcode::Sub, 64, number(63), m);
  for (std::size_t k = 0; k < n; ++k) {
    const Operand above = k + 1 < n ? a[k + 1] : fill;
    const Operand entering = op(Opcode::Shl, 64, op(Opcode::Shl, 64, above, number(1)), rest);
    a[k] = op(Opcode::Or, 64, op(Opcode::LShr, 64, a[k], m), entering);
  }
  return a;
}

ir::Operand FunctionLowering::integer_compare(llvm::CmpInst::Predicate predicate, unsigned bits,
                                              const Words& a, const Words& b) {
  using C = llvm::CmpInst;
  const bool is_signed = C::isSigned(predicate);
  switch (predicate) {
    case C::ICMP_UGT:
    case C::ICMP_UGE:
    case C::ICMP_SGT:
    case C::ICMP_SGE:
      return integer_compare(C::getSwappedPredicate(predicate), bits, b, a);
    case C::ICMP_EQ: {
      Operand same = op(Opcode::Eq, std::min(bits, 64u), a[0], b[0]);
      for (std::size_t k = 1; k < a.size(); ++k)
        same = op(Opcode::And, 64, same, op(Opcode::Eq, 64, a[k], b[k]));
      return same;
    }
    case C::ICMP_NE:
      if (bits <= 64) return op(Opcode::Ne, bits, a[0], b[0]);
      return not_(integer_compare(C::ICMP_EQ, bits, a, b));
    default:
      break;
  }
  // Less, from the least word on: a word decides, unless it is equal.
  const bool strict = predicate == C::ICMP_ULT || predicate == C::ICMP_SLT;
  const unsigned top = bits - 64 * static_cast<unsigned>(a.size() - 1);
  Operand less;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const bool last = k + 1 == a.size();
    const unsigned width = last ? top : 64;
    const bool ties = k == 0 && !strict;
    const Opcode opcode =
        last && is_signed ? (ties ? Opcode::SLe : Opcode::SLt) : (ties ? Opcode::ULe : Opcode::ULt);
    const Operand here = op(opcode, width, a[k], b[k]);
    less = k == 0 ? here
                  : op(Opcode::Or, 64, here,
                       op(Opcode::And, 64, op(Opcode::Eq, width, a[k], b[k]), less));
  }
  return less;
}

// Up to 128 bits by the functions that compilers call, beyond that through memory.
FunctionLowering::Words FunctionLowering::wide_divide(unsigned opcode, unsigned bits,
                                                      const Words& a, const Words& b) {
  using I = llvm::Instruction;
  const bool is_signed = opcode == I::SDiv || opcode == I::SRem;
  const bool quotient = opcode == I::UDiv || opcode == I::SDiv;
  const unsigned n = words_for(bits);
  const Words x = integer_resize(a, bits, 64 * n, is_signed);
  const Words y = integer_resize(b, bits, 64 * n, is_signed);
  if (n == 2) {
    const char* name =
        is_signed ? (quotient ? "__divti3" : "__modti3") : (quotient ? "__udivti3" : "__umodti3");
    return wide_mask(model_call(name, {x[0], x[1], y[0], y[1]}, 2), bits);
  }
  spill(x, 0);
  spill(y, std::uint64_t{8} * n);
  model_call("__overtake_divide", {scratch_, number(n), number(is_signed), number(quotient)}, 0);
  return wide_mask(unspill(0, n), bits);
}

}  // namespace overtake::frontend
