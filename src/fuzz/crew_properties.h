// What must hold of explorations that several work on: the same as if one did.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

//   jobs      RF and RVF exploration visit the same classes, each as often, and find the same
//   errors,
//             whether one thread explores, or two, or four
//   ranks     ... or several processes with messages between them (here: threads)
//   relay     ... or if at random moments work is handed over, or everything is put into a
//   checkpoint
//             and taken up again from there
std::vector<Property> crew_properties(std::vector<MachineName> machines);

}  // namespace overtake::fuzz
