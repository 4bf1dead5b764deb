// Which fences prevent a given run?
//
// A full fence after a position prevents the run if the thread, once past the position, does
// something more while stores of it are still in its buffer: the fence would make it wait.
// Otherwise the fence could be passed right before the thread's next action, and the run goes
// through. A store-store fence prevents it if a store from before the position reaches memory after
// a store from after it. A run that none of a set of fences prevents is a run of the program with
// all of them, so one of these placements is needed to get rid of the run.
#pragma once

#include <functional>
#include <span>

#include "explicit/search.h"
#include "explicit/store_places.h"
#include "fences/hitting_set.h"
#include "fences/subject.h"

namespace overtake::fences {

// Elements are those of Placement. Store-store fences only under PSO.
ElementSet preventing(const explicit_state::Search& search,
                      const std::vector<explicit_state::Step>& run, Model model,
                      const Subject& subject);

// The same for a run of the machine. `position` is the one that a thread has passed once it has
// done what the record says, if there is one.
ElementSet preventing(
    const memory::Replay& run, Model model,
    const std::function<explicit_state::PositionId(const memory::Record&)>& position,
    const Subject& subject);
// Something that a thread does in a run and memory does not see: it returns from an operation, say.
struct Unseen {
  std::size_t before = 0;  // the number of the record
  ThreadId thread;
};
// The same with the positions of a program of the IR. `unseen` is in the order of the run.
ElementSet preventing(const ir::Program& program, const memory::Replay& run, Model model,
                      explicit_state::StorePlaces& places, const Subject& subject,
                      std::span<const Unseen> unseen = {});

}  // namespace overtake::fences
