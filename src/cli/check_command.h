// overtake check: every execution of a program, or the first that fails.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int check_command(const Settings& settings);

}  // namespace overtake::cli
