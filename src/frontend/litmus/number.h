// The numbers of litmus tests: up to 128 bits.
#pragma once

#include <cstdint>
#include <string>

namespace overtake::litmus {

__extension__ using Number = __int128;
__extension__ using UnsignedNumber = unsigned __int128;

inline std::uint64_t low_half(Number n) { return static_cast<std::uint64_t>(n); }
inline std::uint64_t high_half(Number n) {
  return static_cast<std::uint64_t>(static_cast<UnsignedNumber>(n) >> 64);
}

// Whether it is an int64_t or a uint64_t.
inline bool fits_64_bits(Number n) {
  return n >= INT64_MIN && n <= static_cast<Number>(UINT64_MAX);
}

std::string to_text(Number n);  // decimal

}  // namespace overtake::litmus
