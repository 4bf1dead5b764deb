// `overtake sequentialize`: the sequential program, or its formula, for other tools.
#pragma once

#include "cli/options.h"

namespace overtake::cli {

int sequentialize_command(const Settings& settings);

}  // namespace overtake::cli
