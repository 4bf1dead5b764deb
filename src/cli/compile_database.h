// compile_commands.json, as far as the command line needs it: which file of a project is meant.
#pragma once

#include <string>

#include "cli/settings.h"

namespace overtake::cli {

// With -p and no file, --entry may name a source file of the project: it becomes the input, and the
// program starts with its main. Throws InputError if the database cannot be read or has no such
// file.
void resolve_project_entry(Settings& settings);

}  // namespace overtake::cli
