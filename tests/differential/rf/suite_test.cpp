// RF exploration against the oracle, on a fixed set of random programs. A failure prints the shrunk
// program and how to see it again.
#include <gtest/gtest.h>

#include "fuzz/exploration_properties.h"
#include "support/exploration.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kPrograms = support::scaled(10'000);
constexpr std::uint64_t kSlices = 4;

class Rf : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Rf, VisitsTheClassesOfTheOracleEachOnce) {
  const std::uint64_t size = kPrograms / kSlices;
  const FuzzResult result =
      fuzz(support::exploration_property("rf"), {.first_seed = GetParam() * size, .count = size});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, size);
}

// An atomic operation on a byte waits for the store to the word around it, even where it waits for
// nothing else: who finds what comes after it finds the store, too.
TEST(RfOfParts, AnAtomicOperationWaitsForTheStoreThatItOverlaps) {
  const std::vector<Property> properties =
      exploration_properties({std::begin(kMachines), std::end(kMachines)});
  Sketch s;
  s.locations = {0, 0};
  s.threads = {{},
               {store(0, 0x01010101), part(cas(0, 0, 9, 5), 3, 1), store(1, 1)},
               {load(0, 1), load(1, 0)}};
  for (const Property& property : properties) {
    const auto differs = difference(property, s);
    EXPECT_FALSE(differs) << property.name << ": " << *differs;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Rf, testing::Range<std::uint64_t>(0, kSlices));

}  // namespace
}  // namespace overtake::fuzz
