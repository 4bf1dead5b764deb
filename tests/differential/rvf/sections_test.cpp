// Atomic sections in exploration by causal maps, by source and by value, against the oracle.
#include <gtest/gtest.h>

#include "fuzz/to_ir.h"
#include "support/exploration.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kPrograms = support::scaled(2'000);

class Sections : public support::ExplorationTest {};

TEST_P(Sections, AreExploredAsTheOracleSaysUnderAllMachines) {
  const FuzzResult result =
      fuzz(property(), {.first_seed = 0, .count = kPrograms, .profile = Profile::Atomic});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, kPrograms);
}

// A read must not come between two stores of a section.
TEST_P(Sections, AreNotSplitByARead) {
  Sketch s;
  s.locations = {0};
  s.threads = {{}, {load(0, 0)}, {atomic({store(0, 1), store(0, 2)})}};
  expect_holds(s);
}

// An operation that a section keeps from writing tells the section's reads about it.
TEST_P(Sections, AreTriedAfterOperationsThatTheyChange) {
  Sketch s;
  s.locations = {0};
  s.threads = {{}, {load(0, 0), add(1, 0, 0)}, {atomic({load(0, 0), store(0, 1)})}};
  expect_holds(s);
}

// Nothing happens after a false assume in a section: its store is seen by no thread.
TEST_P(Sections, WithAFalseAssumeAreNotEntered) {
  Sketch s;
  s.locations = {0};
  s.threads = {{},
               {load(0, 0), assert_({0, true, 0})},
               {load(0, 0), atomic({store(0, 1), assume({0, false, 0}), store(0, 0)})}};
  expect_holds(s);
}

// What a section has read before an error in it is as real as the rest.
TEST_P(Sections, ThatFailAreRunsUpToThere) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  s.threads = {{}, {store(0, 1)}, {atomic({load(0, 0), on(Kind::Unlock, 0)})}};
  expect_holds(s);
}

INSTANTIATE_TEST_SUITE_P(By, Sections, testing::Values("sources", "rvf"),
                         [](const auto& by) { return std::string(by.param); });

}  // namespace
}  // namespace overtake::fuzz
