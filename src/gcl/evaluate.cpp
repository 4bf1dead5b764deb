#include "gcl/evaluate.h"

namespace overtake::gcl {

std::optional<std::int64_t> evaluate(const Expr& e, std::span<const std::int64_t> registers) {
  if (e.op == Operator::Literal) return e.value;
  if (e.op == Operator::Register) return registers[e.reg.index()];
  const std::optional<std::int64_t> left = evaluate(e.operands[0], registers);
  if (!left) return std::nullopt;
  if (e.op == Operator::And && *left == 0) return 0;
  if (e.op == Operator::Or && *left != 0) return 1;
  const std::int64_t x = *left;
  const auto a = static_cast<std::uint64_t>(x);
  const auto as_signed = [](std::uint64_t u) { return static_cast<std::int64_t>(u); };
  if (e.op == Operator::Neg) return as_signed(0 - a);
  if (e.op == Operator::Not) return x == 0;
  if (e.op == Operator::BitNot) return ~x;
  const std::optional<std::int64_t> right = evaluate(e.operands[1], registers);
  if (!right) return std::nullopt;
  const std::int64_t y = *right;
  const auto b = static_cast<std::uint64_t>(y);
  switch (e.op) {
    case Operator::Mul:
      return as_signed(a * b);
    case Operator::Div:
      if (y == 0) return std::nullopt;
      return y == -1 ? as_signed(0 - a) : x / y;
    case Operator::Mod:
      if (y == 0) return std::nullopt;
      return y == -1 ? 0 : x % y;
    case Operator::Add:
      return as_signed(a + b);
    case Operator::Sub:
      return as_signed(a - b);
    case Operator::Shl:
      return as_signed(a << (b & 63));
    case Operator::Shr:
      return x >> (b & 63);
    case Operator::Lt:
      return x < y;
    case Operator::Le:
      return x <= y;
    case Operator::Gt:
      return x > y;
    case Operator::Ge:
      return x >= y;
    case Operator::Eq:
      return x == y;
    case Operator::Ne:
      return x != y;
    case Operator::BitAnd:
      return x & y;
    case Operator::BitXor:
      return x ^ y;
    case Operator::BitOr:
      return x | y;
    case Operator::And:
    case Operator::Or:
      return y != 0;
    default:
      return std::nullopt;
  }
}

}  // namespace overtake::gcl
