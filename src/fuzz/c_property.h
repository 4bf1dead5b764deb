// The C and C++ texts of a sketch, through the front end and the models of the library.
#pragma once

#include <optional>
#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"
#include "fuzz/style.h"

namespace overtake::fuzz {

// The program of to_c(sketch, style), as the front end makes it.
ir::Program compiled(const Sketch& sketch, const Style& style = {}, int optimize = 0);

// None if this build has no C front end, else
//   c        the C text and the IR of a program have the same outcomes
//   changed  however a program is written, verdict, classes and kinds of errors are the same, by
//            exhaustive, RF and RVF exploration; and they are those of the naive machine
std::vector<Property> c_properties(const std::vector<MachineName>& machines);

}  // namespace overtake::fuzz
