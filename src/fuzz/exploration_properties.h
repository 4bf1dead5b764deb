// What must hold of explorations: the same classes as the oracle, each once.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

//   rf     RF exploration visits the RF classes of the exhaustive search, each exactly once, and
//          finds an error of each kind that there is
//   rvf    RVF exploration finds the combinations of values that the threads of the exhaustive
//          search see, visits no RVF class twice, and finds an error of each kind that there is
std::vector<Property> exploration_properties(std::vector<MachineName> machines);

}  // namespace overtake::fuzz
