// Programs on which the exploration of trace classes was wrong once.
#include <gtest/gtest.h>

#include "fuzz/monitor_properties.h"

namespace overtake::fuzz {
namespace {

void expect_sound(const Sketch& sketch) {
  const auto properties = monitor_properties({std::begin(kMachines), std::end(kMachines)});
  EXPECT_EQ(difference(properties.front(), sketch), std::nullopt);
}

// A thread's stores to the same bytes reach memory in order, whatever their sizes.
TEST(Regression, StoresOfDifferentSizesUnderPso) {
  Sketch s;
  s.locations = {0};
  s.threads = {{}, {part(store(0, 0), 0, 1), store(0, 0), store(0, 0)}};
  expect_sound(s);
}

TEST(Regression, StoreOfAPartAfterTheWhole) {
  Sketch s;
  s.locations = {0, 0};
  s.mutexes = 1;
  s.join_all = true;
  s.threads = {{},
               {store(1, 0), part(store(1, 0), 0, 1)},
               {load(0, 0), locked(0, {plain(Kind::StoreFence)})}};
  expect_sound(s);
}

// The oracle meets the last two threads in another order, and their numbers are in addresses and in
// which waiting thread a signal wakes.
TEST(Regression, ThreadsThatAreMetInAnotherOrder) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  s.conditions = 1;
  s.slots = 1;
  s.threads = {{load(0, 0), on(Kind::Spawn, 2)},
               {on(Kind::Spawn, 3)},
               {on(Kind::Allocate, 0), heap_store(0, 1)},
               {on(Kind::Allocate, 0), heap_store(0, 2)}};
  expect_sound(s);
  s.threads[2] = {locked(0, {on(Kind::CondWait, 0), load(0, 0)})};
  s.threads[3] = {locked(0, {on(Kind::CondWait, 0), store(0, 2)})};
  s.threads.push_back({on(Kind::CondSignal, 0)});
  expect_sound(s);
}

}  // namespace
}  // namespace overtake::fuzz
