// Equal threads once, against the oracle and exploration without it, on a fixed set of random
// programs. A failure prints the program and how to see it again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fuzz/symmetry_property.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kSlices = 4;

std::uint64_t programs() {
  const char* wanted = std::getenv("OVERTAKE_FUZZ");
  return wanted != nullptr ? std::stoull(wanted) : support::scaled(600);
}

class Symmetry : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Symmetry, VisitsEachClassOnceUpToRenaming) {
  const Property property = symmetry_property({std::begin(kMachines), std::end(kMachines)});
  const std::uint64_t size = programs() / kSlices;
  const FuzzResult result = fuzz(property, {.first_seed = GetParam() * size, .count = size});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, size);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Symmetry, testing::Range<std::uint64_t>(0, kSlices));

// The programs are about something: most have equal threads, and some only look like it.
TEST(SymmetryPrograms, HaveEqualThreadsAndOthers) {
  const std::uint64_t with = programs_with_equal_threads(0, 100);
  EXPECT_GT(with, 50u);
  EXPECT_LT(with, 90u);
}

}  // namespace
}  // namespace overtake::fuzz
