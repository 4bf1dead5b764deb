// From text to guarded commands. Both throw InputError "file:line:column: what was expected".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gcl/ast.h"

namespace overtake::gcl {

// The language of PERSIST figure 8; the grammar is in docs/gcl.md.
Program parse_gcl(std::string_view text, const std::string& file);

// Transition files as Trencher and Persist read them. Cells are the variables `[0]`, `[1]`, ...
// `value_bits`: what values will be wrapped to, for the cells of a file without `memory_size`.
Program parse_trencher(std::string_view text, const std::string& file,
                       std::uint32_t value_bits = 0);

}  // namespace overtake::gcl
