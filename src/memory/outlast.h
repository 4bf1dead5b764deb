// Hangs, judged without spin detection: do threads that are said to wait for ever still wait after
// a while?
#pragma once

#include <optional>

#include "memory/machine.h"

namespace overtake::memory {

// Runs the schedule and then all threads in turn, on a machine that does not know of spin loops. A
// thread that ends, fails or exits refutes that the run is stuck. Nothing: all stay where they are,
// as far as one can tell after some thousand steps.
std::optional<ThreadId> refute_stuck(const ir::Program& program, const MachineOptions& options,
                                     const Schedule& schedule, const ThreadNames& names);

// Whether the thread does something by itself that leaves all as it was: memory, whenever it has
// come back to where it was and what it has written is there; and its own state, after one such
// round or several, as of a thread that looks at two words in turn. No thread that waits can
// continue meanwhile. Bounded: a bound on loops stops it before that can be told.
enum class Repeats : std::uint8_t { No, Yes, Bounded };
Repeats repeats_alone(const Machine& machine, ThreadId thread);

}  // namespace overtake::memory
