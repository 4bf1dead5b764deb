// Careful exploration by causal maps, by source and by value, against the oracle: accesses of
// different sizes that race, barriers with more threads than their count, locks that are written
// while others wait, synchronization in atomic sections.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/exploration.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

class Careful : public support::ExplorationTest {};

TEST_P(Careful, AgreesWithTheOracleUnderAllMachines) {
  const std::uint64_t programs = support::programs(2'000);
  const FuzzResult result = fuzz(property(), {.first_seed = 0, .count = programs});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, programs);
}

TEST_P(Careful, KnowsReadsOfSeveralWrites) {
  Sketch s;
  s.locations = {0};
  s.threads = {{},
               {store(0, 0x01010101), part(store(0, 2), 1, 1)},
               {part(store(0, 3), 2, 2)},
               {load(0, 0), part(load(1, 0), 0, 2)}};
  expect_holds(s);
}

// A store to a byte may overtake others of its thread under PSO, but not one to the word around it.
TEST_P(Careful, KnowsTheOrderOfStoresThatOverlap) {
  Sketch s;
  s.locations = {0, 0};
  s.threads = {{},
               {part(store(0, 1), 0, 1), store(0, 0x02020202), store(1, 1)},
               {load(0, 1), load(1, 0), part(load(2, 0), 0, 1)}};
  expect_holds(s);
}

// The word's compare-and-swap finds what the byte's exchange has left.
TEST_P(Careful, KnowsAtomicOperationsThatOverlap) {
  Sketch s;
  s.locations = {0};
  s.threads = {{},
               {cas(0, 0, 0, 0x00000100)},
               {part(exchange(0, 0, 5), 1, 1)},
               {part(add(0, 0, 1), 0, 1), load(1, 0)}};
  expect_holds(s);
}

// If the last load comes before the compare-and-swap, that finds half of what it expects.
TEST_P(Careful, SignalsFromOperationsThatMightHaveWrittenInBetween) {
  Sketch s;
  s.locations = {0};
  s.threads = {{},
               {load(0, 0), add(0, 0, 0x01010101), part(store(0, 0), 0, 2), load(0, 0)},
               {cas(0, 0, 0x01010101, 0)}};
  expect_holds(s);
}

TEST_P(Careful, TellsRoundsOfABarrierApart) {
  Sketch s;
  s.locations = {0};
  s.barriers = {2};
  s.threads = {{},
               {store(0, 1), on(Kind::Barrier, 0)},
               {on(Kind::Barrier, 0), load(0, 0)},
               {on(Kind::Barrier, 0), load(0, 0)},
               {on(Kind::Barrier, 0)}};
  expect_holds(s);
}

// One arrival is left over, and waits for ever.
TEST_P(Careful, FindsThreadsThatABarrierLeavesBehind) {
  Sketch s;
  s.locations = {0};
  s.barriers = {2};
  s.threads = {{},
               {on(Kind::Barrier, 0), store(0, 1)},
               {on(Kind::Barrier, 0), load(0, 0)},
               {on(Kind::Barrier, 0), load(0, 0)}};
  expect_holds(s);
}

TEST_P(Careful, KnowsDeadlocksOfLocks) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 2;
  s.threads = {{},
               {on(Kind::Lock, 0), on(Kind::Lock, 1), on(Kind::Unlock, 1), on(Kind::Unlock, 0)},
               {on(Kind::Lock, 1), on(Kind::Lock, 0), on(Kind::Unlock, 0), on(Kind::Unlock, 1)}};
  expect_holds(s);
}

TEST_P(Careful, KnowsLocksThatAreTriedInSections) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  s.threads = {{},
               {atomic({on(Kind::TryLock, 0, 0), store(0, 1)})},
               {on(Kind::Lock, 0), load(0, 0), on(Kind::Unlock, 0)}};
  expect_holds(s);
}

// The lock may be held when the section comes to it: a deadlock, unless the section comes first or
// after.
TEST_P(Careful, KnowsSectionsThatLock) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  s.threads = {{},
               {on(Kind::Lock, 0), store(0, 1), on(Kind::Unlock, 0)},
               {atomic({on(Kind::Lock, 0), load(0, 0), on(Kind::Unlock, 0)})}};
  expect_holds(s);
}

// What stopped a thread may come after the section that waits for ever, or it may not.
TEST_P(Careful, KnowsSectionsThatWaitForAStoppedThread) {
  Sketch s;
  s.locations = {0, 0};
  s.mutexes = 1;
  s.threads = {{},
               {on(Kind::Lock, 0), load(0, 1), assert_({0, true, 0}), store(0, 1)},
               {load(0, 0), atomic({on(Kind::Lock, 0), store(1, 1)})}};
  expect_holds(s);
}

// The section is after the end of the thread, or waits for it for ever.
TEST_P(Careful, KnowsSectionsThatJoin) {
  Sketch s;
  s.locations = {0};
  s.threads = {{on(Kind::Spawn, 1), on(Kind::Spawn, 2)},
               {on(Kind::Spawn, 3), load(0, 0), atomic({on(Kind::Join, 3), load(1, 0)})},
               {store(0, 2)},
               {store(0, 1)}};
  expect_holds(s);
}

// A thread that is spawned in a section begins after all of it.
TEST_P(Careful, KnowsSectionsThatSpawn) {
  Sketch s;
  s.locations = {0};
  s.threads = {
      {}, {atomic({store(0, 1), on(Kind::Spawn, 2), store(0, 2)})}, {load(0, 0)}, {store(0, 3)}};
  expect_holds(s);
}

TEST_P(Careful, KnowsSectionsThatArriveAndAwait) {
  Sketch s;
  s.locations = {0};
  s.barriers = {2};
  s.threads = {{},
               {store(0, 1), on(Kind::Barrier, 0)},
               {atomic({on(Kind::Barrier, 0), load(0, 0)})},
               {on(Kind::Barrier, 0)}};
  expect_holds(s);
}

INSTANTIATE_TEST_SUITE_P(By, Careful, testing::Values("careful", "careful-values"),
                         [](const auto& by) {
                           std::string name = by.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace overtake::fuzz
