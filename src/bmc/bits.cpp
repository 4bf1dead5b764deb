#include "bmc/bits.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/hash.h"
#include "ir/shape.h"

namespace overtake::bmc {

using ir::Opcode;

Bits BitVectors::make(std::span<const Lit> bits) {
  while (!bits.empty() && bits.back() == kFalse) bits = bits.first(bits.size() - 1);
  std::uint64_t hash = bits.size();
  for (const Lit l : bits) hash = combine(hash, l.raw);
  const auto [first, last] = known_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const std::span<const Lit> other = this->bits(Bits{it->second});
    if (std::equal(bits.begin(), bits.end(), other.begin(), other.end())) return Bits{it->second};
  }
  // `bits` may lie in lits_ itself.
  const std::vector<Lit> copy(bits.begin(), bits.end());
  entries_.push_back(
      {static_cast<std::uint32_t>(lits_.size()), static_cast<std::uint32_t>(copy.size())});
  lits_.insert(lits_.end(), copy.begin(), copy.end());
  known_.emplace(hash, static_cast<std::uint32_t>(entries_.size() - 1));
  return Bits{entries_.size() - 1};
}

Bits BitVectors::number(std::uint64_t v) {
  std::array<Lit, 64> w;
  const auto n = static_cast<unsigned>(std::bit_width(v));
  for (unsigned i = 0; i < n; ++i) w[i] = (v >> i & 1) != 0 ? kTrue : kFalse;
  return make(w, n);
}

std::optional<std::uint64_t> BitVectors::constant(Bits v) const {
  std::uint64_t out = 0;
  const std::span<const Lit> b = bits(v);
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (!b[i].constant()) return std::nullopt;
    if (b[i] == kTrue) out |= std::uint64_t{1} << i;
  }
  return out;
}

std::uint64_t BitVectors::upper_bound(Bits v) const {
  std::uint64_t out = 0;
  const std::span<const Lit> b = bits(v);
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b[i] != kFalse) out |= std::uint64_t{1} << i;
  return out;
}

BitVectors::Word BitVectors::word(Bits v) const {
  Word w;
  w.fill(kFalse);
  std::copy(bits(v).begin(), bits(v).end(), w.begin());
  return w;
}

BitVectors::Word BitVectors::sign_extended(Bits v, unsigned width) const {
  Word w = word(v);
  for (unsigned i = width; i < 64; ++i) w[i] = w[width - 1];
  return w;
}

Lit BitVectors::nonzero(Bits a) {
  Lit any = kFalse;
  for (unsigned i = 0; i < bits(a).size(); ++i) any = formula_.or_(any, bits(a)[i]);
  return any;
}

Lit BitVectors::equal(Bits a, Bits b) {
  if (a == b) return kTrue;
  Lit all = kTrue;
  const auto n = static_cast<unsigned>(std::max(bits(a).size(), bits(b).size()));
  // Constants first: most comparisons end there.
  for (unsigned i = 0; i < n; ++i)
    if (at(a, i).constant() && at(b, i).constant() && at(a, i) != at(b, i)) return kFalse;
  for (unsigned i = 0; i < n && all != kFalse; ++i)
    all = formula_.and_(all, formula_.equal(at(a, i), at(b, i)));
  return all;
}

Lit BitVectors::less(const Word& a, const Word& b, unsigned width) {
  Lit smaller = kFalse;
  for (unsigned i = 0; i < width; ++i)
    smaller = formula_.ite(formula_.xor_(a[i], b[i]), b[i], smaller);
  return smaller;
}

Lit BitVectors::less(Bits a, Bits b) {
  if (a == b) return kFalse;
  const auto n = static_cast<unsigned>(std::max(bits(a).size(), bits(b).size()));
  return less(word(a), word(b), n);
}

BitVectors::Word BitVectors::select(Lit c, const Word& t, const Word& e, unsigned width) {
  Word w;
  w.fill(kFalse);
  for (unsigned i = 0; i < width; ++i) w[i] = formula_.ite(c, t[i], e[i]);
  return w;
}

Bits BitVectors::ite(Lit c, Bits t, Bits e) {
  if (t == e || c == kTrue) return t;
  if (c == kFalse) return e;
  const auto n = static_cast<unsigned>(std::max(bits(t).size(), bits(e).size()));
  Word w;
  for (unsigned i = 0; i < n; ++i) w[i] = formula_.ite(c, at(t, i), at(e, i));
  return make(w, n);
}

Bits BitVectors::slice(Bits a, unsigned first, unsigned count) {
  const std::span<const Lit> b = bits(a);
  if (first >= b.size()) return zero_;
  return make(b.subspan(first, std::min<std::size_t>(count, b.size() - first)));
}

Bits BitVectors::shifted_left(Bits a, unsigned by) {
  if (by == 0) return a;
  Word w;
  w.fill(kFalse);
  const std::span<const Lit> b = bits(a);
  for (unsigned i = 0; i < b.size() && i + by < 64; ++i) w[i + by] = b[i];
  return make(w, 64);
}

Bits BitVectors::or_(Bits a, Bits b) {
  Word w;
  w.fill(kFalse);
  for (unsigned i = 0; i < 64; ++i) w[i] = formula_.or_(at(a, i), at(b, i));
  return make(w, 64);
}

Lit BitVectors::add(Word& out, const Word& a, const Word& b, Lit carry, unsigned width) {
  for (unsigned i = 0; i < width; ++i) {
    const Lit half = formula_.xor_(a[i], b[i]);
    const Lit next = formula_.ite(half, carry, a[i]);
    out[i] = formula_.xor_(half, carry);
    carry = next;
  }
  return carry;
}

BitVectors::Word BitVectors::negate(const Word& a, unsigned width) {
  Word zero, inverted, out;
  zero.fill(kFalse);
  inverted.fill(kFalse);
  out.fill(kFalse);
  for (unsigned i = 0; i < width; ++i) inverted[i] = ~a[i];
  add(out, inverted, zero, kTrue, width);
  return out;
}

BitVectors::Word BitVectors::multiply(const Word& a, const Word& b, unsigned width) {
  Word sum;
  sum.fill(kFalse);
  for (unsigned i = 0; i < width; ++i) {
    if (b[i] == kFalse) continue;
    Word part;
    part.fill(kFalse);
    for (unsigned j = i; j < width; ++j) part[j] = formula_.and_(a[j - i], b[i]);
    Word next;
    next.fill(kFalse);
    add(next, sum, part, kFalse, width);
    sum = next;
  }
  return sum;
}

// Schoolbook: from the top bit down, subtract the divisor where it fits.
void BitVectors::divide(const Word& a, const Word& b, unsigned width, Word& quotient,
                        Word& remainder) {
  quotient.fill(kFalse);
  remainder.fill(kFalse);
  for (unsigned i = width; i-- > 0;) {
    // remainder < b <= 2^width - 1, so one more bit may be needed for the doubled remainder
    const Lit top = remainder[width - 1];
    for (unsigned j = width - 1; j > 0; --j) remainder[j] = remainder[j - 1];
    remainder[0] = a[i];
    const Lit fits = formula_.or_(top, ~less(remainder, b, width));
    Word inverted, difference;
    inverted.fill(kFalse);
    difference.fill(kFalse);
    for (unsigned j = 0; j < width; ++j) inverted[j] = ~b[j];
    add(difference, remainder, inverted, kTrue, width);
    remainder = select(fits, difference, remainder, width);
    quotient[i] = fits;
  }
}

Bits BitVectors::divide(const ir::Instruction& i, Bits a, Bits b) {
  const unsigned w = i.width;
  const bool is_signed = i.op == Opcode::SDiv || i.op == Opcode::SRem;
  const bool wants_quotient = i.op == Opcode::UDiv || i.op == Opcode::SDiv;
  Word x = word(a), y = word(b), quotient, remainder;
  const Lit x_negative = is_signed ? x[w - 1] : kFalse;
  const Lit y_negative = is_signed ? y[w - 1] : kFalse;
  if (is_signed) {
    x = select(x_negative, negate(x, w), x, w);
    y = select(y_negative, negate(y, w), y, w);
  }
  divide(x, y, w, quotient, remainder);
  const Lit flip = wants_quotient ? formula_.xor_(x_negative, y_negative) : x_negative;
  const Word& out = wants_quotient ? quotient : remainder;
  return make(select(flip, negate(out, w), out, w), w);
}

BitVectors::Word BitVectors::shift(Word a, Bits by, unsigned width, bool left, Lit fill) {
  for (unsigned s = 0; s < 6; ++s) {
    const Lit on = at(by, s);
    if (on == kFalse) continue;
    const unsigned n = 1u << s;
    Word moved;
    moved.fill(kFalse);
    for (unsigned i = 0; i < width; ++i) {
      if (left)
        moved[i] = i >= n ? a[i - n] : kFalse;
      else
        moved[i] = i + n < width ? a[i + n] : fill;
    }
    a = select(on, moved, a, width);
  }
  // Shifts by the width or more.
  const Lit far = ~less(by, number(width));
  Word all;
  all.fill(fill);
  return select(far, all, a, width);
}

Bits BitVectors::reduce(Bits v, unsigned width) {
  if (reduced_ == 0 || width <= reduced_ || width > 32 || constant(v)) return v;
  was_reduced_ = true;
  Word w = word(v);
  for (unsigned i = reduced_; i < width; ++i) w[i] = w[reduced_ - 1];
  return make(w, width);
}

Bits BitVectors::compute(const ir::Instruction& i, Bits a, Bits b, Bits c) {
  const unsigned w = i.width;
  Word out;
  out.fill(kFalse);
  switch (i.op) {
    case Opcode::Mov:
    case Opcode::Freeze:  // fresh memory is zero here
      return a;
    case Opcode::Add:
      add(out, word(a), word(b), kFalse, w);
      return reduce(make(out, w), w);
    case Opcode::Sub: {
      Word inverted = word(b);
      for (Lit& l : inverted) l = ~l;
      add(out, word(a), inverted, kTrue, w);
      return reduce(make(out, w), w);
    }
    case Opcode::Mul:
      return reduce(
          make(constant(a) ? multiply(word(b), word(a), w) : multiply(word(a), word(b), w), w), w);
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor:
      for (unsigned k = 0; k < 64; ++k)
        out[k] = i.op == Opcode::And  ? formula_.and_(at(a, k), at(b, k))
                 : i.op == Opcode::Or ? formula_.or_(at(a, k), at(b, k))
                                      : formula_.xor_(at(a, k), at(b, k));
      return make(out, 64);
    case Opcode::Shl:
      return make(shift(word(a), b, w, true, kFalse), w);
    case Opcode::LShr:
      return make(shift(word(a), b, w, false, kFalse), w);
    case Opcode::AShr:
      return make(shift(word(a), b, w, false, at(a, w - 1)), w);
    case Opcode::UDiv:
    case Opcode::SDiv:
    case Opcode::URem:
    case Opcode::SRem:
      return divide(i, a, b);
    case Opcode::Eq:
      return bit(equal(a, b));
    case Opcode::Ne:
      return bit(~equal(a, b));
    case Opcode::ULt:
      return bit(less(a, b));
    case Opcode::ULe:
      return bit(~less(b, a));
    case Opcode::SLt:
    case Opcode::SLe: {
      Word x = word(a);
      Word y = word(b);
      std::swap(x[w - 1], y[w - 1]);  // a set sign bit makes a number smaller, not larger
      return bit(i.op == Opcode::SLt ? less(x, y, w) : ~less(y, x, w));
    }
    case Opcode::Select:
      return ite(nonzero(a), b, c);
    case Opcode::SExt:
      return make(sign_extended(a, w), i.sub);
    case Opcode::Trunc:
      return slice(a, 0, w);
    default:
      throw InternalError("bmc: not a computation: " + std::string(ir::shape(i.op).name));
  }
}

}  // namespace overtake::bmc
