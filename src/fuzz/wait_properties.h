// What must hold of programs with loops, waits and calls.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

//   loops         exhaustive, states, RF and RVF exploration find the outcomes, errors, deadlocks
//                 and hangs of the naive machine, which knows no spin loops and no passes
//   waiting       the same by RF and RVF exploration only, so that many programs are judged
//   round-objects the same for programs whose rounds allocate an object each and free it
//   wait-classes  the exhaustive search and RF exploration visit as many complete reads-from
//                 classes as the naive machine has, where rounds without effect do not count
//   put-backs     attempts that are taken back and that no one sees: as many complete classes are
//                 visited as the program has with compare-and-swaps in their place
std::vector<Property> wait_properties(std::vector<MachineName> machines);

}  // namespace overtake::fuzz
