// `overtake bmc`: bounded model checking by sequentialization and SAT.
#pragma once

#include "cli/options.h"

namespace overtake::cli {

int bmc_command(const Settings& settings);

}  // namespace overtake::cli
