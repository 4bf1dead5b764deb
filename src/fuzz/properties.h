// What must hold of every program. Each is a Property: see README.md for how to add one.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

// Those of the machines and the exhaustive exploration, under the machines given:
//   naive    the naive machine and the machine of src/memory have the same outcomes
//   walks    so has every way to walk the latter: merging states or classes, eagerly or not
//   classes  the exploration finds as many reads-from classes as the naive machine
//   errors   the exploration reports the errors that the naive machine meets, and no others, and
//            each of its schedules replays to its error
//   passes   what the passes over the IR leave has the same outcomes and classes
//   order    what a machine can do, a weaker one can
//   fenced   with a full fence after every store, all machines do what SC does
std::vector<Property> machine_properties(std::vector<MachineName> machines);

// All that this build has: those above, those of fuzz/exploration_properties.h, wait_properties.h,
// sharing_properties.h, monitor_properties.h, and those of c_property.h if there is a C front end.
std::vector<Property> all_properties(const std::vector<MachineName>& machines);

}  // namespace overtake::fuzz
