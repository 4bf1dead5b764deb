// Equal threads once, against everything that knows nothing of it.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

//   symmetry  exploration that visits equal threads once finds the classes of the exhaustive
//             search, each once up to renaming of the threads that it takes for equal, says how
//             many there are, and finds an error of each kind that there is; with two jobs, too
Property symmetry_property(std::vector<MachineName> machines);

// Of the programs of these seeds: how many have threads that it takes for equal.
std::uint64_t programs_with_equal_threads(std::uint64_t first_seed, std::uint64_t count);

}  // namespace overtake::fuzz
