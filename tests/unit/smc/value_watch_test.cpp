// When an exploration by sources hands over to one by values.
#include "smc/value_watch.h"

#include <gtest/gtest.h>

namespace overtake::smc {
namespace {

// After how many executions it hands over, if `values_of` says which values each has; 0: never.
template <class ValuesOf>
std::uint64_t handed_over_after(ValuesOf values_of) {
  ValueWatch watch;
  for (std::uint64_t i = 0; !watch.done(); ++i)
    if (watch.wants(i) && watch.note(ClassName{values_of(i), 0})) return i + 1;
  return 0;
}

TEST(ValueWatch, HandsOverSoonIfAllValuesAreTheSame) {
  EXPECT_EQ(handed_over_after([](std::uint64_t) { return std::uint64_t{0}; }), 64u);
}

TEST(ValueWatch, DoesNotIfAllAreDifferent) {
  EXPECT_EQ(handed_over_after([](std::uint64_t i) { return i; }), 0u);
}

// Executions that follow each other have the same values, and those far apart do not.
TEST(ValueWatch, DoesNotBelieveTheFirstOnesAlone) {
  EXPECT_EQ(handed_over_after([](std::uint64_t i) { return i < 256 ? i / 4 : i; }), 0u);
}

TEST(ValueWatch, HandsOverWhenSeveralSamplesSaySo) {
  const std::uint64_t after = handed_over_after([](std::uint64_t i) { return i % 100; });
  EXPECT_GT(after, 256u);
  EXPECT_LT(after, 5000u);
}

}  // namespace
}  // namespace overtake::smc
