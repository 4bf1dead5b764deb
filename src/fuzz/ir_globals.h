// The globals of a sketch in the IR: x0, m0, s0, c0, b0, h0, ...
#pragma once

#include <vector>

#include "fuzz/sketch.h"
#include "ir/program.h"

namespace overtake::fuzz {

struct Globals {
  std::vector<ir::GlobalId> locations, mutexes, semaphores, conditions, barriers, slots;
};

Globals add_globals(ir::Program& program, const Sketch& sketch);

}  // namespace overtake::fuzz
