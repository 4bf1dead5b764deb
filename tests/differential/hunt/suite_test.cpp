// Random runs against the oracle, on a fixed set of random programs: what they meet exists.
#include "support/exploration.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

TEST(Hunts, MeetWhatExists) {
  const std::uint64_t programs = support::programs(800);
  support::expect_holds(support::exploration_property("hunt"), 0, programs, programs);
}

}  // namespace
}  // namespace overtake::fuzz
