// Our own source of random numbers: splitmix64. The same seed gives the same numbers on every
// platform and with every standard library, so a seed in a report is as good as the program.
#pragma once

#include <cstdint>

namespace overtake {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

  // A number in [0, count). The bias of the modulo is far below anything a test could notice.
  constexpr std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>((next() >> 16) % count);
  }
  // A number in [low, high].
  constexpr std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + below(high - low + 1);
  }
  constexpr bool chance(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

}  // namespace overtake
