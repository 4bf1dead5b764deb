// What explorations find: errors and data races, each with a schedule that shows it.
#pragma once

#include <cstdint>
#include <optional>

#include "exec/executor.h"
#include "memory/machine.h"
#include "memory/schedule.h"

namespace overtake::memory {

struct FoundError {
  exec::Error error;
  ThreadId thread;
  Schedule schedule;             // reaches the error; replayed before it is handed out
  ThreadNames names;             // of the schedule's thread ids
  std::uint64_t executions = 1;  // how many of those explored end in it
  ir::SourceId place;            // where the user's code goes wrong; with the kind, its identity
};

// Two accesses of which neither happens before the other.
struct FoundRace {
  struct Access {
    ThreadId thread;
    ir::SourceId source;
    std::uint32_t step = 0;  // of the schedule
  };
  Access first;
  Access second;
  Schedule schedule;  // ends with the second access
  ThreadNames names;
};

// The error that `thread` is to blame for if the execution ended in a deadlock or a hang: a hang is
// the fault of a thread that spins, a deadlock of any that waits.
std::optional<exec::Error> stuck_error(const exec::Thread& thread, Ending ending);

}  // namespace overtake::memory
