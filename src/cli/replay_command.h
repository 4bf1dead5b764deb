// overtake replay: a schedule file, shown again step by step.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int replay_command(const Settings& settings);

}  // namespace overtake::cli
