// A Sketch as C11 with pthreads, or as C++20: the same machine operations as its IR, by the table
// of docs/memory-models.md.
//
// In the plain style locations with an even number are `volatile uint32_t` and accessed plainly or
// by the __atomic builtins; those with an odd number are `_Atomic uint32_t` and accessed by
// stdatomic.h, relaxed where the sketch has a plain access. A location of which only parts are
// accessed is volatile.
#pragma once

#include <string>

#include "fuzz/sketch.h"
#include "fuzz/style.h"

namespace overtake::fuzz {

std::string to_c(const Sketch& sketch, const Style& style = {});

}  // namespace overtake::fuzz
