// Shorter counterexamples: the same error with fewer steps, fewer buffered stores that another
// thread notices, and fewer context switches.
//
// Explorations hand out whatever schedule they happened to be at. A greedy search tries to leave
// steps out, to let stores reach memory at once, and to let threads run on; then the steps that are
// left are put into an order with the fewest switches (fewest_switches.h). Each candidate is
// replayed on the machine and taken only if it fails in the same way and is better. The result is a
// counterexample in its own right, judged like every other.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

#include "memory/replay.h"

namespace overtake::analysis {

// Steps of all candidates together: a number and not a time, so that the same counterexample is
// made short in the same way on every machine. Where threads compute for long between their steps
// the time decides nevertheless.
struct ShortenOptions {
  std::uint64_t steps = 500'000;
  std::chrono::seconds longest{3};
  const std::atomic<bool>* stop = nullptr;  // set from outside: a second more
};

// `run` replays a schedule. `schedule` must be valid and fail; so is and does the result.
memory::Schedule shorten(const ir::Program& program, const memory::Schedule& schedule,
                         const std::function<memory::Replay(const memory::Schedule&)>& run,
                         const ShortenOptions& options = {});

}  // namespace overtake::analysis
