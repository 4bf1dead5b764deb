#include "ir/evaluate.h"

#include <algorithm>

#include "base/bits.h"

namespace overtake::ir {
namespace {

std::optional<std::uint64_t> divide(Opcode op, unsigned w, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = sign_extended(a, w);
  const std::int64_t y =
      sign_extended(b, w);  // zero for some b that are not, if they are wider than w
  if (b == 0 || (y == 0 && (op == Opcode::SDiv || op == Opcode::SRem))) return std::nullopt;
  if (op == Opcode::UDiv) return a / b;
  if (op == Opcode::URem) return a % b;
  const bool quotient = op == Opcode::SDiv;
  if (y == -1) return quotient ? low_bits(0 - a, w) : 0;
  return low_bits(static_cast<std::uint64_t>(quotient ? x / y : x % y), w);
}

}  // namespace

std::optional<std::uint64_t> evaluate(const Instruction& i, std::uint64_t a, std::uint64_t b,
                                      std::uint64_t c) {
  const unsigned w = i.width;
  switch (i.op) {
    case Opcode::Mov:
    case Opcode::Freeze:
      return a;
    case Opcode::Add:
      return low_bits(a + b, w);
    case Opcode::Sub:
      return low_bits(a - b, w);
    case Opcode::Mul:
      return low_bits(a * b, w);
    case Opcode::And:
      return a & b;
    case Opcode::Or:
      return a | b;
    case Opcode::Xor:
      return a ^ b;
    case Opcode::Shl:
      return b >= w ? 0 : low_bits(a << b, w);
    case Opcode::LShr:
      return b >= w ? 0 : a >> b;
    case Opcode::AShr:
      return low_bits(
          static_cast<std::uint64_t>(sign_extended(a, w) >> std::min<std::uint64_t>(b, w - 1)), w);
    case Opcode::UDiv:
    case Opcode::SDiv:
    case Opcode::URem:
    case Opcode::SRem:
      return divide(i.op, w, a, b);
    case Opcode::Eq:
      return a == b;
    case Opcode::Ne:
      return a != b;
    case Opcode::ULt:
      return a < b;
    case Opcode::ULe:
      return a <= b;
    case Opcode::SLt:
      return sign_extended(a, w) < sign_extended(b, w);
    case Opcode::SLe:
      return sign_extended(a, w) <= sign_extended(b, w);
    case Opcode::Select:
      return a != 0 ? b : c;
    case Opcode::SExt:
      return low_bits(static_cast<std::uint64_t>(sign_extended(a, w)), i.sub);
    case Opcode::Trunc:
      return low_bits(a, w);
    default:
      return std::nullopt;
  }
}

}  // namespace overtake::ir
