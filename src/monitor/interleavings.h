// Every SC interleaving with at most so many preemptions (MONITOR §7; Musuvathi and Qadeer's
// iterative context bounding).
//
// A preemption is a switch away from a thread that could go on. Threads are switched before
// operations that others can see: accesses, synchronization, spawn, join, and the end of a thread.
// What concerns only the thread itself (fences, choices) happens together with the operation after
// it: that is as late as possible, so that a fence never drains what could have stayed pending.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "memory/machine.h"

namespace overtake::monitor {

struct InterleavingOptions {
  PsoRmw pso_rmw = PsoRmw::All;
  std::optional<std::uint32_t> preemptions;  // none: any number
  const std::atomic<bool>* stop = nullptr;
};

struct InterleavingResult {
  bool stopped = false;
  bool cut = false;  // the bound kept some interleaving from being visited
};

// A maximal SC run.
struct Interleaving {
  const memory::Schedule& schedule;
  const memory::Machine& machine;  // at its end
  std::uint32_t preemptions = 0;
};

// Calls `visit` with each interleaving; it returns false to stop.
InterleavingResult interleavings(const exec::Executor& executor, const InterleavingOptions& options,
                                 const std::function<bool(const Interleaving&)>& visit);

}  // namespace overtake::monitor
