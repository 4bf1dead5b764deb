// Help, made from the tables. Each page fits a screen of 24 lines and 80 columns.
#pragma once

#include <string>

#include "cli/commands.h"

namespace overtake::cli {

std::string version_text();
std::string help_text();
std::string help_text(const Command& command, bool all = false);

}  // namespace overtake::cli
