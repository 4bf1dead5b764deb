// compile_commands.json, as far as it is asked which file of a project is meant.
#pragma once

#include <string>

namespace overtake::analysis {

// The source file that ends with `name`. `database`: the file, or its folder. Throws InputError if
// it cannot be read or has no such file.
std::string source_named(const std::string& database, const std::string& name);

}  // namespace overtake::analysis
