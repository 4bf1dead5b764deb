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

}  // namespace
}  // namespace overtake::fuzz
