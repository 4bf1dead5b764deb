// How much of a random suite to run: all of it, or a twentieth under sanitizers, which are an order
// of magnitude slower and look for other things.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace overtake::support {

constexpr std::uint64_t scaled(std::uint64_t count) {
#if defined(OVERTAKE_SANITIZED)
  return count / 20;
#else
  return count;
#endif
}

// The number of programs that OVERTAKE_FUZZ asks for, else `count` scaled.
inline std::uint64_t programs(std::uint64_t count) {
  const char* asked = std::getenv("OVERTAKE_FUZZ");
  return asked != nullptr ? std::strtoull(asked, nullptr, 10) : scaled(count);
}

}  // namespace overtake::support
