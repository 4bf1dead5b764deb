// Random programs that run, and what an observer sees of a run. Loads, choices and so on get
// results from a random stream instead of a memory, so that one thread is enough to take every
// branch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace overtake::ir {

Program runnable_program(std::uint64_t seed);

// The visible operations of the main thread, in order, and how it ended. `results` seeds the
// results.
std::vector<std::string> observe(const Program& program, std::uint64_t results);

}  // namespace overtake::ir
