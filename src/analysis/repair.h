// What would repair an error that only weak memory makes possible, if that is cheap to find out.
#pragma once

#include <optional>
#include <string>

#include "analysis/program.h"
#include "ir/program.h"

namespace overtake::analysis {

// "`overtake fences queue.c --model pso` repairs this with 1 fence after line 21". None if SC has
// an error, too, if it is not found within a second, or if the search for fences does not know
// something of the program. `prepared` is the program as it was explored.
std::optional<std::string> cheap_repair(const Program& program, const ir::Program& prepared);

}  // namespace overtake::analysis
