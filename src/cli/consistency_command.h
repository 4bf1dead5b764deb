// overtake consistency: could these recorded traces have happened?
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int consistency_command(const Settings& settings);

}  // namespace overtake::cli
