#include "frontend/litmus/condition.h"

#include <fmt/format.h>

#include "base/error.h"

namespace overtake::litmus {
namespace {

using Kind = Proposition::Kind;

std::size_t index_of(const Location& l, const LoweredTest& lowered) {
  for (std::size_t i = 0; i < lowered.observed.size(); ++i)
    if (lowered.observed[i].location == l) return i;
  throw InternalError("a condition on a location that is not observed");
}

// Whether a proposition of kind `inner` needs parentheses inside one of kind `outer`.
bool needs_parentheses(Kind outer, Kind inner) {
  if (inner != Kind::And && inner != Kind::Or && inner != Kind::Implies) return false;
  switch (outer) {
    case Kind::And:
      return inner != Kind::And;
    case Kind::Or:
      return inner == Kind::Implies;
    case Kind::Implies:
      return inner != Kind::Implies;
    default:
      return false;
  }
}

std::string text(const Proposition& p, Kind outer) {
  auto joined = [&](const char* op) {
    return text(p.operands[0], p.kind) + op + text(p.operands[1], p.kind);
  };
  std::string out;
  switch (p.kind) {
    case Kind::True:
      return "true";
    case Kind::False:
      return "false";
    case Kind::Equal: {
      const Value& v = p.value;
      std::string value = v.symbol.empty() ? to_text(v.number) : v.symbol;
      if (v.index > 0) value += fmt::format("[{}]", v.index);
      return to_text(p.left) + "=" + value;
    }
    case Kind::EqualLocations:
      return to_text(p.left) + "=" + to_text(p.right);
    case Kind::Not:
      return "not (" + text(p.operands[0], Kind::Not) + ")";
    case Kind::And:
      out = joined(" /\\ ");
      break;
    case Kind::Or:
      out = joined(" \\/ ");
      break;
    case Kind::Implies:
      out = joined(" => ");
      break;
  }
  return needs_parentheses(outer, p.kind) ? "(" + out + ")" : out;
}

}  // namespace

bool holds(const Proposition& p, const LoweredTest& lowered, const FinalState& state) {
  auto operand = [&](std::size_t i) { return holds(p.operands[i], lowered, state); };
  switch (p.kind) {
    case Kind::True:
      return true;
    case Kind::False:
      return false;
    case Kind::Equal: {
      const auto wanted = resolve(p.value, lowered.symbols, lowered.program);
      const std::size_t i = index_of(p.left, lowered);
      if (!wanted || lowered.observed[i].type.is_wide()) return wanted && state[i] == *wanted;
      return state[i] == static_cast<std::int64_t>(low_half(*wanted));
    }
    case Kind::EqualLocations:
      return state[index_of(p.left, lowered)] == state[index_of(p.right, lowered)];
    case Kind::Not:
      return !operand(0);
    case Kind::And:
      return operand(0) && operand(1);
    case Kind::Or:
      return operand(0) || operand(1);
    case Kind::Implies:
      return !operand(0) || operand(1);
  }
  throw InternalError("a proposition of no kind");
}

std::string to_text(const Location& l) {
  if (l.thread) return fmt::format("{}:{}", *l.thread, l.name);
  if (l.index) return fmt::format("{}[{}]", l.name, *l.index);
  return fmt::format("[{}]", l.name);
}

std::string to_text(const Proposition& p) { return text(p, Kind::Not); }

std::string condition_text(const Test& test) {
  const char* quantifier = test.quantifier == Quantifier::Exists      ? "exists"
                           : test.quantifier == Quantifier::NotExists ? "~exists"
                                                                      : "forall";
  return fmt::format("{} ({})", quantifier, to_text(test.condition));
}

std::string value_text(Number value, const LoweredTest& lowered) {
  if (!fits_64_bits(value)) return to_text(value);
  const auto name = address_name(low_half(value), lowered.symbols, lowered.program);
  return name ? *name : to_text(value);
}

}  // namespace overtake::litmus
