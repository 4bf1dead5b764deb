// compile_commands.json: how a project's build compiles its files.
#pragma once

#include <string>
#include <vector>

#include "frontend/clang/compile.h"

namespace overtake::frontend {

// All C and C++ files of the database in `path` (the file, or the folder that it lies in), with
// absolute names and the flags that matter here. Throws InputError.
std::vector<Unit> read_database(const std::string& path);

// The unit of the file, which is taken out of the database if it is in there.
Unit take_unit(const std::string& file, std::vector<Unit>& database);

}  // namespace overtake::frontend
