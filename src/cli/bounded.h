// What `bmc` and `sequentialize` have in common: bounds from the command line, and the program.
#pragma once

#include "bmc/bmc.h"
#include "cli/options.h"
#include "cli/prepare.h"

namespace overtake::cli {

// Bounds that were not given are 0.
bmc::BmcOptions bounds_of(const Settings& settings);

// Loops bounded, orders lowered to the model's fences, spin loops as they are.
PreparedProgram prepare_bounded(ProgramKey key, std::uint32_t unroll);

}  // namespace overtake::cli
