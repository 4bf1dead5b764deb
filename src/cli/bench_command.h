// overtake bench: programs under several models and algorithms, side by side.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int bench_command(const Settings& settings);

}  // namespace overtake::cli
