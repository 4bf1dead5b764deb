// Which steps of a replay a failure depends on, and where its reads missed stores.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "memory/replay.h"
#include "report/names.h"
#include "report/unseen.h"

namespace overtake::report {

// The two accesses of a data race: steps of the replay. Neither happens before the other.
struct Race {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

struct Slice {
  std::vector<bool> keep;  // by step
  std::vector<MissedStore> missed;
  std::vector<LostUpdate> lost;
  std::vector<Feeder> feeders;  // reads that the failure depends on
};

// The error is that threads wait for ever. (A thread that waits for one that failed is no error of
// its own.)
bool waits_for_ever(const memory::Replay& replay);

// The record is the access whose failure is the replay's error: it did not really happen.
bool is_failing_access(const memory::Replay& replay, const memory::Record& record);

// `race`: what the error is, if it is one.
Slice slice(const ir::Program& program, const memory::Replay& replay, Names& names,
            const std::optional<Race>& race = std::nullopt);

}  // namespace overtake::report
