// From text to guarded commands. Both throw InputError "file:line:column: what was expected".
#pragma once

#include <string>
#include <string_view>

#include "gcl/ast.h"

namespace overtake::gcl {

// The language of PERSIST figure 8; the grammar is in docs/gcl.md.
Program parse_gcl(std::string_view text, const std::string& file);

// Transition files as Trencher and Persist read them. Cells are the variables `[0]`, `[1]`, ...
Program parse_trencher(std::string_view text, const std::string& file);

}  // namespace overtake::gcl
