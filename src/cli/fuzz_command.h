// overtake fuzz: random programs against overtake itself, or one of them printed.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int fuzz_command(const Settings& settings);

}  // namespace overtake::cli
