// overtake ir: the program as text.
#pragma once

#include "cli/options.h"

namespace overtake::cli {

int ir_command(const Settings& settings);

}  // namespace overtake::cli
