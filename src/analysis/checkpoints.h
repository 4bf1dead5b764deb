// What a checkpoint of an exploration belongs to: the program, and the options that matter.
#pragma once

#include "analysis/check.h"
#include "analysis/prepare.h"
#include "smc/checkpoint.h"

namespace overtake::analysis {

// Empty if checkpoints are neither written nor read. Throws UsageError for explorations that have
// none.
smc::CheckpointKey checkpoint_key(const CheckOptions& options, const ProgramKey& key,
                                  const ir::Program& program);

}  // namespace overtake::analysis
