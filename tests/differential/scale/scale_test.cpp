// Explorations that several work on against one, on a fixed set of random programs. A failure
// prints the shrunk program and how to see it again.
#include "support/scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "fuzz/sharing_properties.h"

namespace overtake::fuzz {
namespace {

void hold(const std::string& name, std::uint64_t count) {
  const std::vector<Property> properties =
      sharing_properties({std::begin(kMachines), std::end(kMachines)});
  const auto property = std::ranges::find(properties, name, &Property::name);
  ASSERT_NE(property, properties.end());
  const FuzzResult result = fuzz(*property, {.count = count});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, count);
}

TEST(Scale, ThreadsExploreTheSameAsOne) { hold("jobs", support::programs(200)); }

TEST(Scale, ProcessesExploreTheSameAsOne) {
  hold("ranks", std::max<std::uint64_t>(support::programs(15), 1));
}

TEST(Scale, RunsThatAreKilledGoOn) {
  hold("killed", std::max<std::uint64_t>(support::programs(8), 1));
}

TEST(Scale, WorkThatIsHandedOverIsTheSameWork) { hold("relay", support::programs(300)); }

}  // namespace
}  // namespace overtake::fuzz
