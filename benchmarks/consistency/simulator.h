// Random valid traces of any length, from a store-buffer machine, and the same with one read
// broken.
#pragma once

#include <cstdint>

#include "trace/execution.h"

namespace overtake::bench {

struct TraceShape {
  std::uint32_t threads = 4;
  std::uint32_t locations = 16;
  std::uint32_t events = 1000;
  double writes = 0.4;  // the share of writes; the rest are reads, but for the following
  double fences = 0.01;
  double store_fences = 0.0;
  double rmws = 0.02;
  std::uint32_t buffer = 16;  // a thread flushes when it has so many pending writes
};

// Events are numbered in the order in which the machine executed them, unless `by_thread`.
Execution simulate(const TraceShape& shape, Model model, std::uint64_t seed, bool by_thread);

// Lets one read in the middle obtain a write that was overwritten long before.
void break_one_read(Execution& execution, std::uint64_t seed);

}  // namespace overtake::bench
