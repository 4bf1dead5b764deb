#include "frontend/litmus/c_wide.h"

#include "base/error.h"

namespace overtake::litmus::c {

using ir::Opcode;
using ir::Operand;

Operand WideNumbers::pair(const Halves& halves) {
  const std::uint32_t r = code_.fresh_pair();
  code_.move(r, halves.low);
  code_.move(r + 1, halves.high);
  return Operand::reg(r);
}

Operand WideNumbers::extend(Operand low, bool is_signed) {
  return pair({low, is_signed ? word(Opcode::AShr, low, code_.constant(63)) : code_.constant(0)});
}

Operand WideNumbers::is_not_zero(Operand a) {
  const Halves h = halves(a);
  return word(Opcode::Ne, word(Opcode::Or, h.low, h.high), code_.constant(0));
}

Operand WideNumbers::compute(std::string_view op, Operand a, Operand b) {
  const Halves x = halves(a), y = halves(b);
  switch (op[0]) {
    case '+': {
      const Operand low = word(Opcode::Add, x.low, y.low);
      const Operand carry = word(Opcode::ULt, low, x.low);
      return pair({low, word(Opcode::Add, word(Opcode::Add, x.high, y.high), carry)});
    }
    case '-': {
      const Operand borrow = word(Opcode::ULt, x.low, y.low);
      return pair({word(Opcode::Sub, x.low, y.low),
                   word(Opcode::Sub, word(Opcode::Sub, x.high, y.high), borrow)});
    }
    case '*':
      return multiply(x, y);
    case '&':
      return pair({word(Opcode::And, x.low, y.low), word(Opcode::And, x.high, y.high)});
    case '|':
      return pair({word(Opcode::Or, x.low, y.low), word(Opcode::Or, x.high, y.high)});
    case '^':
      return pair({word(Opcode::Xor, x.low, y.low), word(Opcode::Xor, x.high, y.high)});
    default:
      throw InternalError("an operation on 128 bits that is not known");
  }
}

Operand WideNumbers::multiply(const Halves& a, const Halves& b) {
  const Operand crossed =
      word(Opcode::Add, word(Opcode::Mul, a.low, b.high), word(Opcode::Mul, a.high, b.low));
  return pair(
      {word(Opcode::Mul, a.low, b.low), word(Opcode::Add, high_product(a.low, b.low), crossed)});
}

// The upper 64 bits of the product, by products of 32 bits.
Operand WideNumbers::high_product(Operand a, Operand b) {
  const Operand mask = code_.constant(0xffffffffu), half = code_.constant(32);
  const auto low = [&](Operand x) { return word(Opcode::And, x, mask); };
  const auto high = [&](Operand x) { return word(Opcode::LShr, x, half); };
  const Operand low_high = word(Opcode::Mul, low(a), high(b));
  const Operand high_low = word(Opcode::Mul, high(a), low(b));
  const Operand middle = word(Opcode::Add, high(word(Opcode::Mul, low(a), low(b))),
                              word(Opcode::Add, low(low_high), low(high_low)));
  return word(Opcode::Add, word(Opcode::Add, word(Opcode::Mul, high(a), high(b)), high(low_high)),
              word(Opcode::Add, high(high_low), high(middle)));
}

Operand WideNumbers::shifted_in(Opcode shift, Operand a, Opcode back, Operand other,
                                Operand count) {
  const Operand rest =
      word(Opcode::And, word(Opcode::Sub, code_.constant(64), count), code_.constant(63));
  const Operand in = code_.select(word(Opcode::Ne, count, code_.constant(0)),
                                  word(back, other, rest), code_.constant(0));
  return word(Opcode::Or, word(shift, a, count), in);
}

Operand WideNumbers::shift_left(Operand a, Operand count) {
  const Halves x = halves(a);
  const Operand small = word(Opcode::And, count, code_.constant(63));
  const Operand far = word(Opcode::ULe, code_.constant(64), count);
  const Operand low = word(Opcode::Shl, x.low, small);
  const Operand high = shifted_in(Opcode::Shl, x.high, Opcode::LShr, x.low, small);
  return pair({code_.select(far, code_.constant(0), low), code_.select(far, low, high)});
}

Operand WideNumbers::shift_right(Operand a, Operand count, bool is_signed) {
  const Halves x = halves(a);
  const Operand small = word(Opcode::And, count, code_.constant(63));
  const Operand far = word(Opcode::ULe, code_.constant(64), count);
  const Operand high = word(is_signed ? Opcode::AShr : Opcode::LShr, x.high, small);
  const Operand low = shifted_in(Opcode::LShr, x.low, Opcode::Shl, x.high, small);
  const Operand fill =
      is_signed ? word(Opcode::AShr, x.high, code_.constant(63)) : code_.constant(0);
  return pair({code_.select(far, high, low), code_.select(far, fill, high)});
}

Operand WideNumbers::equal(const Halves& a, const Halves& b) {
  return word(Opcode::Eq,
              word(Opcode::Or, word(Opcode::Xor, a.low, b.low), word(Opcode::Xor, a.high, b.high)),
              code_.constant(0));
}

Operand WideNumbers::less(Operand a, Operand b, bool or_equal, bool is_signed) {
  const Halves x = halves(a), y = halves(b);
  const Operand above = word(is_signed ? Opcode::SLt : Opcode::ULt, x.high, y.high);
  const Operand same = word(Opcode::Eq, x.high, y.high);
  const Operand below = word(or_equal ? Opcode::ULe : Opcode::ULt, x.low, y.low);
  return word(Opcode::Or, above, word(Opcode::And, same, below));
}

}  // namespace overtake::litmus::c
