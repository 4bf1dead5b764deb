// A Sketch as the C++ that builds it: what a regression test is made of.
#pragma once

#include <string>

#include "fuzz/sketch.h"

namespace overtake::fuzz {

std::string to_cpp(const Sketch& sketch);

}  // namespace overtake::fuzz
