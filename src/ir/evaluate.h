// What a computation on integers yields: one answer for all passes that compute ahead of a run, the
// same as the executor's.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/program.h"

namespace overtake::ir {

// Nothing if the instruction is not a computation on integers, or fails (a division by zero).
// Shifts by the width or more yield what the last bit that is shifted in would leave: zero, or the
// sign.
std::optional<std::uint64_t> evaluate(const Instruction& instruction, std::uint64_t a,
                                      std::uint64_t b, std::uint64_t c);

}  // namespace overtake::ir
