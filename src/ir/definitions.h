// Where registers get their values, before they are shared (ir/simplify.h).
#pragma once

#include <cstdint>
#include <vector>

#include "ir/shape.h"

namespace overtake::ir {

// By register: how many instructions write it. A parameter is written where the function begins.
inline std::vector<std::uint32_t> definition_counts(const Function& function) {
  std::vector<std::uint32_t> counts(function.registers, 0);
  for (std::uint32_t p = 0; p < function.parameters; ++p) ++counts[p];
  for (const Instruction& i : function.code)
    for (unsigned n = 0; n < results(i); ++n) ++counts[i.dst + n];
  return counts;
}

}  // namespace overtake::ir
