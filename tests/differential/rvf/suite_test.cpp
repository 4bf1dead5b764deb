// RVF exploration against the oracle, on a fixed set of random programs. A failure prints the
// shrunk program and how to see it again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "fuzz/exploration_properties.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kSlices = 4;

std::uint64_t programs() {
  const char* wanted = std::getenv("OVERTAKE_FUZZ");
  return wanted != nullptr ? std::stoull(wanted) : support::scaled(3'000);
}

class Rvf : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Rvf, FindsWhatTheOracleFindsAndNoClassTwice) {
  const std::vector<Property> properties =
      exploration_properties({std::begin(kMachines), std::end(kMachines)});
  const auto rvf = std::ranges::find(properties, "rvf", &Property::name);
  ASSERT_NE(rvf, properties.end());
  const std::uint64_t size = programs() / kSlices;
  const FuzzResult result = fuzz(*rvf, {.first_seed = GetParam() * size, .count = size});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, size);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Rvf, testing::Range<std::uint64_t>(0, kSlices));

}  // namespace
}  // namespace overtake::fuzz
