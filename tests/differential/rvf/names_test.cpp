// Comparisons with the oracle do not depend on which threads it met in other runs, nor in which
// order: threads have numbers as an exploration meets them.
#include <gtest/gtest.h>

#include "support/exploration.h"

namespace overtake::fuzz {
namespace {

class ThreadsOfOtherRuns : public support::ExplorationTest {
 protected:
  // Main spawns a thread after a load, and its first child another one: explorations that run main
  // first give these numbers in another order than those that begin with what disturbs nobody.
  static void expect_holds_in_any_order(Sketch s) {
    s.locations = {0};
    s.threads[0] = {load(0, 0), on(Kind::Spawn, 2)};
    for (const Block& first : {Block{store(0, 1)}, Block{}}) {
      s.threads[1] = first;
      s.threads[1].push_back(on(Kind::Spawn, 3));
      expect_holds(s);
    }
  }
};

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
  s.mutexes = 1;
  s.threads = {{}, {}, {on(Kind::TryLock, 0, 0)}, {on(Kind::TryLock, 0, 0)}};
  expect_holds_in_any_order(s);
}

// The address of an object tells which thread has made it.
TEST_P(ThreadsOfOtherRuns, DoNotChangeAddresses) {
  Sketch s;
  s.slots = 1;
  s.threads = {{},
               {},
               {on(Kind::Allocate, 0), on(Kind::HeapLoad, 0, 0)},
               {on(Kind::Allocate, 0), on(Kind::HeapLoad, 0, 0)}};
  expect_holds_in_any_order(s);
}

// Which waiting thread a signal wakes is a number among those that wait.
TEST_P(ThreadsOfOtherRuns, DoNotChangeWhoIsWoken) {
  Sketch s;
  s.mutexes = 1;
  s.conditions = 1;
  s.threads = {{},
               {},
               {locked(0, {on(Kind::CondWait, 0), load(0, 0)})},
               {locked(0, {on(Kind::CondWait, 0), store(0, 2)})},
               {on(Kind::CondSignal, 0)}};
  expect_holds_in_any_order(s);
}

INSTANTIATE_TEST_SUITE_P(By, ThreadsOfOtherRuns, testing::Values("rf", "sources", "hunt", "rvf"),
                         [](const auto& by) { return std::string(by.param); });

}  // namespace
}  // namespace overtake::fuzz
