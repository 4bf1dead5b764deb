// Data races in C's and C++'s sense: two accesses of the same byte by different threads, at least
// one a write, not both atomic, and neither happens before the other (C11 5.1.2.4, C++20
// [intro.races]).
//
// Happens-before is program order, spawn and join, and synchronizes-with: a release (store, RMW,
// fence, unlock, post) and an acquire that reads from it or from its release sequence. All of this
// is a function of program order and reads-from, so one execution of each reads-from class shows
// all races there are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "exec/op.h"
#include "memory/found.h"
#include "memory/machine.h"

namespace overtake::smc {

// One event of an execution, in an order that respects program order, reads-from, spawn and join.
struct RaceEvent {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  const exec::Op* op = nullptr;
  ThreadId thread;
  std::uint32_t predecessor = kNone;  // in program order; the spawn for a thread's first event
  std::uint32_t source = kNone;       // of a read; kNone: the initial value
  bool reads = false;
  bool writes = false;
  bool section = false;                  // in an atomic section: as if it was atomic, with seq_cst
  std::vector<std::uint32_t> torn = {};  // sources of a read that has several
};

// The racing pairs of a run of the machine, in which each pair of places is there once; to be
// called for a run of each reads-from class. Adds them to `races`, unless they are there already.
void find_races(const exec::Executor& executor, const memory::Machine& machine,
                const memory::Schedule& schedule, std::vector<memory::FoundRace>& races);

class RaceFinder {
 public:
  // Calls `found` with each racing pair, the earlier event first. `edges` (from, to) are further
  // synchronizations: joins and barriers, sorted by `to`.
  void find(std::span<const RaceEvent> events,
            std::span<const std::pair<std::uint32_t, std::uint32_t>> edges, std::size_t threads,
            const std::function<void(std::uint32_t, std::uint32_t)>& found);

 private:
  using Clock = std::vector<std::uint32_t>;  // by thread: so many of its events happened before

  std::vector<Clock> happened_;        // by event, itself included
  std::vector<Clock> released_;        // by event that writes: what an acquire of it obtains
  std::vector<Clock> fenced_;          // by thread: what its last release fence releases
  std::vector<Clock> observed_;        // by thread: what an acquire fence obtains
  std::vector<std::uint32_t> number_;  // by event: in its thread, from 1
};

}  // namespace overtake::smc
