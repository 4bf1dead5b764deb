// How much of a random suite to run: all of it, or a twentieth under sanitizers, which are an order
// of magnitude slower and look for other things.
#pragma once

#include <cstdint>

namespace overtake::support {

constexpr std::uint64_t scaled(std::uint64_t count) {
#if defined(__SANITIZE_ADDRESS__)
  return count / 20;
#else
  return count;
#endif
}

}  // namespace overtake::support
