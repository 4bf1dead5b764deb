// Which steps of a replay a failure depends on, and where its reads missed stores.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/replay.h"

namespace overtake::report {

// A read that obtained an older value although another thread had already stored a newer one, which
// was still in that thread's store buffer.
struct MissedStore {
  std::uint32_t read = memory::kNoStep;
  std::uint32_t store = memory::kNoStep;  // the step that put it into the buffer
  // PSO: a later store of the same thread that had already reached memory.
  std::uint32_t overtaking_store = memory::kNoStep;
};

// A store that another thread overwrote between that thread's read and its write.
struct LostUpdate {
  std::uint32_t read = memory::kNoStep;
  std::uint32_t lost = memory::kNoStep;
  std::uint32_t write = memory::kNoStep;
};

struct Slice {
  std::vector<bool> keep;  // by step
  std::vector<MissedStore> missed;
  std::vector<LostUpdate> lost;
};

// The error is that threads wait for ever. (A thread that waits for one that failed is no error of
// its own.)
bool waits_for_ever(const memory::Replay& replay);

// The record is the access whose failure is the replay's error: it did not really happen.
bool is_failing_access(const memory::Replay& replay, const memory::Record& record);

Slice slice(const ir::Program& program, const memory::Replay& replay);

}  // namespace overtake::report
