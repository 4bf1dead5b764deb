// What must hold of the monitors and of the exploration of trace classes.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

//   robust         the monitors over trace classes report a violation iff some trace of the weak
//                  machine is not one of SC; if they do not, its reads-from classes are SC's
//   interleavings  over all SC interleavings they report the same pairs as over trace classes
//   traces         the exploration of trace classes visits the traces of the exhaustive search,
//   each
//                  exactly once
// Programs with more interleavings than `max_interleavings` are passed over by the latter.
std::vector<Property> monitor_properties(std::vector<MachineName> machines,
                                         std::uint64_t max_interleavings = 20'000);

}  // namespace overtake::fuzz
