// overtake fences: the fewest fences that make a program behave as under SC.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int fences_command(const Settings& settings);

}  // namespace overtake::cli
