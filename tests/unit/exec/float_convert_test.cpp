// Conversions from floating point to integers out of their range: what clang's code for x86-64
// gives (printed by a program that clang -O0 compiled).
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <limits>

#include "exec/float_ops.h"

namespace overtake::exec {
namespace {

struct Conversion {
  double value;
  std::array<std::uint64_t, 8> expected;  // 8, 16, 32 and 64 bits, each signed and unsigned
};

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kAll = 0xffffffffffffffff;
constexpr std::uint64_t kLeast = 0x8000000000000000;
const Conversion kConversions[] = {
    {300.0, {0x2c, 0x2c, 0x12c, 0x12c, 0x12c, 0x12c, 0x12c, 0x12c}},
    {-1.0, {0xff, 0xff, 0xffff, 0xffff, 0xffffffff, 0xffffffff, kAll, kAll}},
    {1e10, {0, 0, 0, 0, 0x80000000, 0x540be400, 0x2540be400, 0x2540be400}},
    {3e9, {0, 0, 0, 0, 0x80000000, 0xb2d05e00, 0xb2d05e00, 0xb2d05e00}},
    {1e20, {0, 0, 0, 0, 0x80000000, 0, kLeast, kLeast}},
    {-1e20, {0, 0, 0, 0, 0x80000000, 0, kLeast, kLeast}},
    {0x1p63, {0, 0, 0, 0, 0x80000000, 0, kLeast, kLeast}},
    {kNoNumber, {0, 0, 0, 0, 0x80000000, 0, kLeast, kLeast}},
};

TEST(FloatConvert, OutOfRangeAsTheProcessor) {
  for (const Conversion& c : kConversions)
    for (unsigned k = 0; k < 8; ++k) {
      const unsigned bits = 8u << (k / 2);
      const ir::Opcode op = k % 2 == 0 ? ir::Opcode::FToS : ir::Opcode::FToU;
      EXPECT_EQ(float_convert(op, 64, bits, std::bit_cast<std::uint64_t>(c.value)), c.expected[k])
          << c.value << " to " << bits << " bits, " << (k % 2 == 0 ? "signed" : "unsigned");
    }
}

TEST(FloatConvert, UnsignedBeyondTheSignedRange) {
  const auto convert = [](double v) {
    return float_convert(ir::Opcode::FToU, 64, 64, std::bit_cast<std::uint64_t>(v));
  };
  EXPECT_EQ(convert(0x1.8p63), 0xc000000000000000u);
  EXPECT_EQ(convert(0x1.fffffffffffffp63), 0xfffffffffffff800u);
  EXPECT_EQ(convert(-0.5), 0u);
}

}  // namespace
}  // namespace overtake::exec
