// RVF exploration against the oracle, on a fixed set of random programs. A failure prints the
// shrunk program and how to see it again.
#include <gtest/gtest.h>

#include "support/exploration.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kSlices = 4;

class Rvf : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Rvf, FindsWhatTheOracleFindsAndNoClassTwice) {
  const std::uint64_t size = support::programs(3'000) / kSlices;
  const FuzzResult result =
      fuzz(support::exploration_property("rvf"), {.first_seed = GetParam() * size, .count = size});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, size);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Rvf, testing::Range<std::uint64_t>(0, kSlices));

}  // namespace
}  // namespace overtake::fuzz
