// Comparisons with the oracle do not depend on which threads it met in other runs, nor in which
// order: threads have numbers as an exploration meets them.
#include <gtest/gtest.h>

#include "support/exploration.h"

namespace overtake::fuzz {
namespace {

class ThreadsOfOtherRuns : public support::ExplorationTest {};

// One of the threads is not spawned after the assertion failed.
TEST_P(ThreadsOfOtherRuns, AreNotPartOfAClass) {
  Sketch s;
  s.locations = {0};
  s.threads = {{load(0, 0), assert_(eq(0, 0)), on(Kind::Spawn, 2)},
               {store(0, 1), on(Kind::Spawn, 3)},
               {},
               {}};
  expect_holds(s);
}

// An attempt that fails reads who holds the lock.
TEST_P(ThreadsOfOtherRuns, DoNotChangeWhoHoldsALock) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  s.threads = {{load(0, 0), on(Kind::Spawn, 2)},
               {store(0, 1), on(Kind::Spawn, 3)},
               {on(Kind::TryLock, 0, 0)},
               {on(Kind::TryLock, 0, 0)}};
  expect_holds(s);
}

// The address of an object tells which thread has made it.
TEST_P(ThreadsOfOtherRuns, DoNotChangeAddresses) {
  Sketch s;
  s.locations = {0};
  s.slots = 1;
  s.threads = {{load(0, 0), on(Kind::Spawn, 2)},
               {store(0, 1), on(Kind::Spawn, 3)},
               {on(Kind::Allocate, 0), on(Kind::HeapLoad, 0, 0)},
               {on(Kind::Allocate, 0), on(Kind::HeapLoad, 0, 0)}};
  expect_holds(s);
}

// Which waiting thread a signal wakes is a number among those that wait.
TEST_P(ThreadsOfOtherRuns, DoNotChangeWhoIsWoken) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  s.conditions = 1;
  s.threads = {{load(0, 0), on(Kind::Spawn, 2)},
               {store(0, 1), on(Kind::Spawn, 3)},
               {locked(0, {on(Kind::CondWait, 0), load(0, 0)})},
               {locked(0, {on(Kind::CondWait, 0), store(0, 2)})},
               {on(Kind::CondSignal, 0)}};
  expect_holds(s);
}

INSTANTIATE_TEST_SUITE_P(By, ThreadsOfOtherRuns,
                         testing::Values("rf", "sources", "hunt", "rvf"),
                         [](const auto& by) { return std::string(by.param); });

}  // namespace
}  // namespace overtake::fuzz
