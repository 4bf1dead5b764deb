// Shrunk programs on which something was wrong once. Every property is checked on each.
#include <gtest/gtest.h>

#include "fuzz/properties.h"
#include "fuzz/to_ir.h"
#include "smc/exhaustive.h"

namespace overtake::fuzz {
namespace {

void expect_sound(const Sketch& s) {
  for (const Property& p : all_properties({std::begin(kMachines), std::end(kMachines)})) {
    if (!p.applies(s)) continue;
    const std::optional<std::string> d = difference(p, s);
    EXPECT_FALSE(d) << p.name << "\n" << *d;
  }
}

// The write of an RMW that drains only its own location overtook the stores before a fence.
TEST(Regression, StoreFenceHoldsBackLocationRmw) {
  Sketch s;
  s.locations = {0, 2};
  s.threads = {
      {}, {store(0, 1), plain(Kind::StoreFence), exchange(0, 1, 0)}, {load(0, 1), store(0, 0)}};
  expect_sound(s);
}

TEST(Regression, ReleaseCasDrainsUnderLocationRmw) {
  Sketch s;
  s.locations = {0, 0};
  s.threads = {{},
               {load(0, 1), store(0, 0)},
               {store(0, 1), store(1, 1), cas(0, 1, 1, 2, ir::Order::Release)}};
  expect_sound(s);
}

// An error inside an atomic section left the section open for ever.
TEST(Regression, DoubleFreeInAtomicSection) {
  Sketch s;
  s.locations = {0};
  s.slots = 1;
  s.threads = {{atomic({on(Kind::HeapFree, 0)})},
               {on(Kind::Allocate, 0), on(Kind::HeapFree, 0), load(0, 0)}};
  expect_sound(s);
}

TEST(Regression, UnlockNotHeldInAtomicSection) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  s.threads = {{}, {atomic({on(Kind::Unlock, 0)})}, {store(0, 1)}};
  expect_sound(s);
}

// The witness had a store after the free of its object, τ before it: the error of another thread
// was shown by a run that ended early.
TEST(Regression, ErrorsAreShownWithoutTheRacesOfOthers) {
  Sketch s;
  s.slots = 1;
  s.threads = {{on(Kind::Allocate, 0), on(Kind::Spawn, 2)},
               {on(Kind::Allocate, 0)},
               {on(Kind::HeapFree, 0), choose(0, 2), heap_store(0, 0)},
               {heap_store(0, 0)}};
  expect_sound(s);
}

// A thread had another id when its parent came second, and keys speak of threads by their ids.
TEST(Regression, ThreadsHaveTheSameIdInEveryRun) {
  Sketch s;
  s.locations = {0};
  s.threads = {{},
               {load(0, 0), on(Kind::Spawn, 3)},
               {load(0, 0), on(Kind::Spawn, 4)},
               {add(0, 0, 1)},
               {add(0, 0, 1)}};
  expect_sound(s);
  const ir::Program program = to_ir(s);
  const exec::Executor executor(program);
  std::set<Outcome> outcomes;
  std::size_t finals = 0;
  smc::exhaustive(executor, {.classes = false}, [&](const smc::FinalRun& run) {
    ++finals;
    outcomes.insert(outcome_of(s, run.machine));
    return true;
  });
  EXPECT_EQ(finals, outcomes.size());
}

}  // namespace
}  // namespace overtake::fuzz
