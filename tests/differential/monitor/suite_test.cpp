// The monitors against the oracle, on a fixed set of random programs. A failure prints the shrunk
// program and how to see it again.
#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/monitor_properties.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

class Suite : public testing::TestWithParam<std::uint64_t> {
 protected:
  static constexpr std::uint64_t kSlices = 4;

  static void holds(std::string_view name, std::uint64_t programs, std::uint64_t slice,
                    std::uint64_t max_interleavings) {
    const std::vector<Property> properties =
        monitor_properties({std::begin(kMachines), std::end(kMachines)}, max_interleavings);
    const auto property = std::ranges::find(properties, name, &Property::name);
    ASSERT_NE(property, properties.end());
    const std::uint64_t size = programs / kSlices;
    const FuzzResult result = fuzz(*property, {.first_seed = slice * size, .count = size});
    EXPECT_FALSE(result.failure) << report(*result.failure);
    EXPECT_EQ(result.programs, size);
  }
};

TEST_P(Suite, ReportsIffSomeTraceIsNotSc) {
  holds("robust", support::programs(1'000), GetParam(), 0);
}

TEST_P(Suite, InterleavingsAndClassesFindTheSamePairs) {
  holds("interleavings", support::programs(400), GetParam(), 200);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Suite, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace overtake::fuzz
