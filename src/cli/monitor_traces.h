// overtake monitor on recorded traces.
#pragma once

#include "cli/options.h"

namespace overtake::cli {

int monitor_traces(const Settings& settings, Model model);

}  // namespace overtake::cli
