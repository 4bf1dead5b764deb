// RF exploration against the oracle, on a fixed set of random programs. A failure prints the shrunk
// program and how to see it again.
#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/exploration_properties.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kPrograms = support::scaled(20'000);
constexpr std::uint64_t kSlices = 4;

class Rf : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Rf, VisitsTheClassesOfTheOracleEachOnce) {
  const std::vector<Property> properties =
      exploration_properties({std::begin(kMachines), std::end(kMachines)});
  const auto rf = std::ranges::find(properties, "rf", &Property::name);
  ASSERT_NE(rf, properties.end());
  const std::uint64_t size = kPrograms / kSlices;
  const FuzzResult result = fuzz(*rf, {.first_seed = GetParam() * size, .count = size});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, size);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Rf, testing::Range<std::uint64_t>(0, kSlices));

}  // namespace
}  // namespace overtake::fuzz
