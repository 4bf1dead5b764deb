// Reads a whole text file.
#pragma once

#include <string>

namespace overtake::frontend {

// Throws InputError "path: why it cannot be read".
std::string read_text(const std::string& path);

}  // namespace overtake::frontend
