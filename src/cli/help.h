// Help, made from the tables. Each page fits a screen of 24 lines and 80 columns.
#pragma once

#include <string>

#include "cli/commands.h"

namespace overtake::cli {

std::string version_text();
std::string help_text();
std::string help_text(const Command& command, bool all = false);

// The tables themselves as JSON, from which manual pages and completions are made.
std::string describe_text();

}  // namespace overtake::cli
