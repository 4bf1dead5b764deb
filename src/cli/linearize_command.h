// overtake linearize: all small clients of a data structure, and what they can observe.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int linearize_command(const Settings& settings);

}  // namespace overtake::cli
