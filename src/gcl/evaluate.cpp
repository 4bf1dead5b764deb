#include "gcl/evaluate.h"

namespace overtake::gcl {
namespace {

bool is_unary(Operator op) {
  return op == Operator::Neg || op == Operator::Not || op == Operator::BitNot;
}

std::int64_t apply(Operator op, std::int64_t x) {
  if (op == Operator::Neg) return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x));
  return op == Operator::Not ? x == 0 : ~x;
}

// Nothing: a division by zero.
std::optional<std::int64_t> apply(Operator op, std::int64_t x, std::int64_t y) {
  const auto a = static_cast<std::uint64_t>(x);
  const auto b = static_cast<std::uint64_t>(y);
  const auto as_signed = [](std::uint64_t u) { return static_cast<std::int64_t>(u); };
  switch (op) {
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
      return x != 0 && y != 0;
    case Operator::Or:
      return x != 0 || y != 0;
    default:
      return std::nullopt;
  }
}

// What does not depend on an operand that is not known.
std::optional<std::int64_t> whatever_it_is(Operator op, const Partly& left, const Partly& right) {
  const auto is = [](const Partly& p, bool nonzero) {
    return p.value && (*p.value != 0) == nonzero;
  };
  if (op == Operator::And || op == Operator::Mul || op == Operator::BitAnd) {
    if (is(left, false) || is(right, false)) return 0;
  } else if (op == Operator::Or) {
    if (is(left, true) || is(right, true)) return 1;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> evaluate(const Expr& e, std::span<const std::int64_t> registers) {
  if (e.op == Operator::Literal) return e.value;
  if (e.op == Operator::Register) return registers[e.reg.index()];
  const std::optional<std::int64_t> left = evaluate(e.operands[0], registers);
  if (!left) return std::nullopt;
  if (e.op == Operator::And && *left == 0) return 0;
  if (e.op == Operator::Or && *left != 0) return 1;
  if (is_unary(e.op)) return apply(e.op, *left);
  const std::optional<std::int64_t> right = evaluate(e.operands[1], registers);
  if (!right) return std::nullopt;
  return apply(e.op, *left, *right);
}

Partly evaluate_partly(const Expr& e, std::span<const std::optional<std::int64_t>> registers) {
  if (e.op == Operator::Literal) return {e.value};
  if (e.op == Operator::Register) return {registers[e.reg.index()]};
  const Partly left = evaluate_partly(e.operands[0], registers);
  if (left.fails) return left;
  if (is_unary(e.op)) return left.value ? Partly{apply(e.op, *left.value)} : Partly{};
  if (e.op == Operator::And && left.value && *left.value == 0) return {0};
  if (e.op == Operator::Or && left.value && *left.value != 0) return {1};
  const Partly right = evaluate_partly(e.operands[1], registers);
  // It may not have been computed.
  const bool skips = !left.value && (e.op == Operator::And || e.op == Operator::Or);
  if (right.fails) return skips ? Partly{} : right;
  if (left.value && right.value) {
    const std::optional<std::int64_t> v = apply(e.op, *left.value, *right.value);
    return v ? Partly{v} : Partly{.fails = true};
  }
  if ((e.op == Operator::Div || e.op == Operator::Mod) && right.value && *right.value == 0)
    return {.fails = true};
  return {whatever_it_is(e.op, left, right)};
}

}  // namespace overtake::gcl
