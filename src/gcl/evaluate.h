// Expressions of guarded commands, computed as the IR does: 64 bits that wrap around.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "gcl/ast.h"

namespace overtake::gcl {

// Nothing if it divides by zero.
std::optional<std::int64_t> evaluate(const Expr& e, std::span<const std::int64_t> registers);

// What can be said of an expression if some registers are not known.
struct Partly {
  std::optional<std::int64_t> value = {};  // nothing: it is not known
  bool fails = false;                      // it divides by zero, whatever they are
};
Partly evaluate_partly(const Expr& e, std::span<const std::optional<std::int64_t>> registers);

}  // namespace overtake::gcl
