// Checkpoints: an exploration that was stopped, or killed, continues later.
//
// A snapshot is what is left to do, as work items, together with what the items share and what was
// found so far. Its file names the program and the options that it belongs to, and ends with a hash
// of everything before it; it is written next to its name and then renamed, so that there is always
// a whole one. Nothing in it depends on how many threads or machines there were.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "smc/check.h"
#include "smc/work_pool.h"

namespace overtake::smc {

struct Snapshot {
  Equivalence equivalence = Equivalence::Rf;  // the exploration that was under way
  memory::ThreadNames names;
  CheckResult so_far;
  std::vector<WorkItem> items;
};

std::vector<std::uint32_t> encode(const Snapshot& snapshot);
Snapshot decode(std::span<const std::uint32_t> words);

// What a checkpoint belongs to; both are shown to the user if they differ.
struct CheckpointKey {
  std::string program;  // a hash
  std::string options;
};

// Throw InputError with what is wrong and what to do.
void write_checkpoint(const std::string& path, const CheckpointKey& key, const Snapshot& snapshot);
Snapshot read_checkpoint(const std::string& path, const CheckpointKey& key);

}  // namespace overtake::smc
