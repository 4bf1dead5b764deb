// The exploration of trace classes against the oracle, on a fixed set of random programs. A failure
// prints the shrunk program and how to see it again.
#include <gtest/gtest.h>

#include "fuzz/monitor_properties.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kSlices = 4;

class Traces : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Traces, AreThoseOfTheOracleEachOnce) {
  const std::vector<Property> properties =
      monitor_properties({std::begin(kMachines), std::end(kMachines)});
  const std::uint64_t size = support::programs(1'400) / kSlices;
  const FuzzResult result =
      fuzz(properties.front(), {.first_seed = GetParam() * size, .count = size});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, size);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Traces, testing::Range<std::uint64_t>(0, kSlices));

}  // namespace
}  // namespace overtake::fuzz
