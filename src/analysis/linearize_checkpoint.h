// Checkpoints of linearize: the clients that were explored to the end and are fine, in the file of
// smc/checkpoint.h. What was under way is explored anew.
#pragma once

#include "analysis/linearize_clients.h"
#include "analysis/linearize_task.h"
#include "smc/checkpoint.h"

namespace overtake::analysis {

// Empty if checkpoints are neither written nor read.
smc::CheckpointKey checkpoint_key(const LinearizeOptions& options, const LinearizeTask& task);

void write_clients(const std::string& path, const smc::CheckpointKey& key,
                   const DoneClients& clients);
DoneClients read_clients(const std::string& path, const smc::CheckpointKey& key);

}  // namespace overtake::analysis
