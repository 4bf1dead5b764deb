// The C text of a sketch, through the front end and the models of the library, does what its IR
// does.
#pragma once

#include <optional>
#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

// The program of to_c(sketch), as `overtake check` prepares it before orders become fences.
ir::Program compiled(const Sketch& sketch);

// Property "c"; nothing if this build has no C front end.
std::optional<Property> c_property(std::vector<MachineName> machines);

}  // namespace overtake::fuzz
