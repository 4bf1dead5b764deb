// Floating-point instructions on register values.
#pragma once

#include <cstdint>

#include "ir/program.h"

namespace overtake::exec {

std::uint64_t float_binary(ir::Opcode op, unsigned width, std::uint64_t a, std::uint64_t b);
bool float_compare(ir::FloatPredicate predicate, unsigned width, std::uint64_t a, std::uint64_t b);
std::uint64_t float_function(ir::FloatFunction fn, unsigned width, std::uint64_t a, std::uint64_t b,
                             std::uint64_t c);
// FToS, FToU, SToF, UToF, FToF: from `width` bits to `to` bits.
std::uint64_t float_convert(ir::Opcode op, unsigned width, unsigned to, std::uint64_t a);

}  // namespace overtake::exec
