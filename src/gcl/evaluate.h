// Expressions of guarded commands, computed as the IR does: 64 bits that wrap around.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "gcl/ast.h"

namespace overtake::gcl {

// Nothing if it divides by zero.
std::optional<std::int64_t> evaluate(const Expr& e, std::span<const std::int64_t> registers);

}  // namespace overtake::gcl
