// `overtake consistency`: could these recorded traces have happened?
#pragma once

#include <span>
#include <string>

namespace overtake::cli {

// The arguments behind the subcommand's name; returns the exit code of the manual.
int consistency_command(std::span<const std::string> args);

}  // namespace overtake::cli
