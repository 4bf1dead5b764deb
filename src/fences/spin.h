// A second opinion on SC reachability: Spin on a Promela program. Optional; needs `spin` and a C
// compiler (`cc`).
#pragma once

#include <optional>
#include <string>

namespace overtake::fences {

// Whether an assertion of the program can fail. Throws InputError if Spin is missing, or does not
// finish the search for want of memory or depth.
bool spin_finds_failure(const std::string& promela);

}  // namespace overtake::fences
