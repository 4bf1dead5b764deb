// The third kind of fence (program.h has the first two): one that binds the compiler alone, as
// assembly that clobbers memory does. No machine does anything for it; whether accesses race
// depends on it.
#pragma once

#include <cstdint>

namespace overtake::ir {

inline constexpr std::uint8_t kCompilerFence = 3;

}  // namespace overtake::ir
