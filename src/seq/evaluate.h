// What a pure instruction computes from constants: integers (ir/evaluate.h) and floating point.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/program.h"

namespace overtake::seq {

// Nothing if the instruction is not pure computation, or fails (a division by zero).
std::optional<std::uint64_t> evaluate(const ir::Instruction& instruction, std::uint64_t a,
                                      std::uint64_t b, std::uint64_t c);

}  // namespace overtake::seq
