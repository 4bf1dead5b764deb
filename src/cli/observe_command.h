// overtake observe: native programs under the monitors.
#pragma once

#include "cli/options.h"

namespace overtake::cli {

int observe_command(const Settings& settings);

}  // namespace overtake::cli
