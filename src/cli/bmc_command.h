// overtake bmc, and overtake sequentialize, which writes what bmc would solve.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int bmc_command(const Settings& settings);
int sequentialize_command(const Settings& settings);

}  // namespace overtake::cli
