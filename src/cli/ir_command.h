// overtake ir: the program as text.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int ir_command(const Settings& settings);

}  // namespace overtake::cli
