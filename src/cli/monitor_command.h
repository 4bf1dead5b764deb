// overtake monitor: does the program ever leave sequential consistency?
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int monitor_command(const Settings& settings);

}  // namespace overtake::cli
