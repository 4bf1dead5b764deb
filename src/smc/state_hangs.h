// Runs without end in a search by states: what failed before, and threads that wait by rounds that
// change memory.
//
// A thread that only looks is stopped when it spins. One that takes a lock to look, or changes a
// word and puts it back, only comes to states that are known already; where no run from a state
// ends (components.h), that may be all that its threads do. Whether it is, or whether they are at
// work for ever as servers are, the judge of every counterexample decides: memory::replay calls a
// run a hang if each thread that is left waits, or has just come back to the head of its loop and
// would come back there again, by itself, with everything as it was. Errors of threads that have
// failed are noted here as well: no run that has them ends.
#pragma once

#include "smc/errors.h"

namespace overtake::smc {

// `schedule`: a run to a state from which no run ends. Returns false if the search should stop.
bool note_endless(const ir::Program& program, const MemoryModel& model, memory::Schedule schedule,
                  const memory::ThreadNames& names, ErrorCollector& errors);

}  // namespace overtake::smc
