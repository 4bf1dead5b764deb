// What must hold of the monitors and of the exploration of trace classes.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

//   robust         the monitors over trace classes report a violation iff some trace of the weak
//                  machine is not one of SC; if they do not, its reads-from classes are SC's
//   interleavings  over all SC interleavings they report a violation iff some trace of the weak
//                  machine is not one of SC, and the same pairs as over trace classes
//   traces         the exploration of trace classes visits the traces of the exhaustive search,
//                  each exactly once, and there are as many as the naive machine has
// Whether a trace is one of SC is judged by the naive machine.
// For "interleavings" programs lose statements until they have at most `max_interleavings`; one of
// eight only until it has at most twenty times as many.
std::vector<Property> monitor_properties(std::vector<MachineName> machines,
                                         std::uint64_t max_interleavings = 1'000);

}  // namespace overtake::fuzz
