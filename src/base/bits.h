// Numbers of fewer than 64 bits in words of 64.
#pragma once

#include <cstdint>

namespace overtake {

constexpr std::uint64_t low_mask(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

constexpr std::uint64_t low_bits(std::uint64_t v, unsigned bits) {
  return bits >= 64 ? v : v & ((std::uint64_t{1} << bits) - 1);
}

// The lowest `bits`, 1 to 64 of them, as a signed number.
constexpr std::int64_t sign_extended(std::uint64_t v, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<std::int64_t>(v << shift) >> shift;
}

}  // namespace overtake
