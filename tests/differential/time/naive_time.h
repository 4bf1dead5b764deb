// The machines of docs/memory-models.md with their clocks, once more, for TimedPrograms: all
// interleavings, states merged only if they are equal. Shares nothing with the executor, the
// machine and the explorations that it judges.
#pragma once

#include <set>
#include <string>

#include "base/model.h"
#include "timed_program.h"

namespace overtake::timed {

// An outcome: for each thread, by its number, its result, or "stuck".
std::set<std::string> naive_outcomes(const TimedProgram& program, Model model);

}  // namespace overtake::timed
