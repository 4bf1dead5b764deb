// Random sequential C against the processor (native.h).
#pragma once

#include <optional>

#include "fuzz/harness.h"

namespace overtake::fuzz {

// Nothing without a front end for C.
std::optional<Property> native_property();

}  // namespace overtake::fuzz
