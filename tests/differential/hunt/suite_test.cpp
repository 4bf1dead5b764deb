// Random runs against the oracle, on a fixed set of random programs: what they meet exists.
#include "fuzz/exploration_properties.h"
#include "support/scale.h"
#include "support/slices.h"

namespace overtake::fuzz {
namespace {

TEST(Hunts, MeetWhatExists) {
  const auto property = support::property_named(
      exploration_properties({std::begin(kMachines), std::end(kMachines)}), "hunt");
  ASSERT_TRUE(property);
  const std::uint64_t programs = support::programs(800);
  support::expect_holds(*property, 0, programs, programs);
}

}  // namespace
}  // namespace overtake::fuzz
