// Equal threads once: which threads are interchangeable in this program, found as it runs.
//
// Threads that one thread spawned one right after the other, with the same plain body
// (equal_threads.h) and the same argument, are equal, if nothing else tells them apart. Two things
// could: what their parent does between the spawns, which the first of them sees and the last one
// does not, and what it does between the joins. So between spawns it may only touch objects that no
// other thread ever touches (access them, or end their lives), and its joins of them must follow
// each other in the same way, whatever happens. If one of this does not hold, the exploration ends:
// it starts again without.
//
// Each of these conditions is one on the history of a single thread, and the same for all renamings
// of an execution; so if any execution breaks one, an execution that is visited does.
// docs/rvf-smc.md has the argument.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "smc/current_execution.h"
#include "smc/equal_threads.h"

namespace overtake::smc {

// Thrown by an exploration that visits equal threads once, if they are not, or there are none.
struct NotEqual {
  const char* because;
};

class EqualGroups {
 public:
  explicit EqualGroups(CurrentExecution& execution);

  // The event was just performed; `good`: the writes that it may have obtained.
  void note(Position p, std::span<const Position> good);
  // Whether two equal threads were ever met.
  bool met() const { return met_; }
  // The groups of equal threads that there are now, of two at least.
  void collect(std::vector<std::vector<ThreadId>>& groups) const;

 private:
  ThreadId first_of(ThreadId t) const;
  static bool touches(const exec::Op& op);
  SlotId touched(const exec::Op& op) const;
  static bool is_quiet(const exec::Op& op);
  void find_equals(Position spawn);
  void own(SlotId object, ThreadId owner);
  struct OwnWork {
    using Write = std::pair<std::uint32_t, exec::Value>;  // location, and what it holds now
    ThreadId thread;
    std::vector<Write> written;
    std::vector<SlotId> ended;
  };
  bool work_ahead(OwnWork& work, const exec::Op& op, exec::Value& result);
  void demand_joins_together(ThreadId joiner);

  CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  const EqualThreads bodies_;
  std::vector<ThreadId> first_of_;  // by thread: the first of those equal to it; none: itself
  bool met_ = false;
  tsl::robin_map<std::uint32_t, ThreadId> owned_;  // slots of objects that only a thread may touch
  std::vector<std::vector<ThreadId>> groups_;      // scratch
};

}  // namespace overtake::smc
