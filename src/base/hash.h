// Hashing of dense data: one mixing step, used for every hash in the project.
#pragma once

#include <cstdint>
#include <span>

namespace overtake {

// Finalizer of good avalanche (the xor-shift-multiply construction).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ull;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ull;
  x ^= x >> 32;
  return x;
}

constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t v) {
  return mix(seed * 0x9e3779b97f4a7c15ull + v + 0x7f4a7c159e3779b9ull);
}

inline std::uint64_t hash_words(std::span<const std::uint64_t> words, std::uint64_t seed = 0) {
  for (std::uint64_t w : words) seed = combine(seed, w);
  return combine(seed, words.size());
}

// Two independent 64-bit hashes: where sets keep hashes instead of values, 128 bits make a
// collision less likely than a hardware fault.
struct Hash128 {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  constexpr void add(std::uint64_t v) {
    lo = combine(lo, v);
    hi = combine(hi ^ 0x517cc1b727220a95ull, v + 0x2545f4914f6cdd1dull);
  }
  friend constexpr bool operator==(Hash128, Hash128) = default;
  friend constexpr auto operator<=>(Hash128, Hash128) = default;
};

struct Hash128Hasher {
  std::size_t operator()(const Hash128& h) const noexcept { return h.lo; }
};

}  // namespace overtake
