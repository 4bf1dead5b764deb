// Witnesses of plans come back as they were, and long ones that begin alike share their beginning.
#include "smc/plan_order.h"

#include <gtest/gtest.h>

#include <vector>

namespace overtake::smc {
namespace {

// Steps 0 .. size-1, but for those from `other` on.
StepOrder order_of(std::uint32_t size, std::uint32_t other) {
  StepOrder order;
  for (std::uint32_t i = 0; i < size; ++i) order.emplace_back(i < other ? i : i + 7, i % 3 == 0);
  return order;
}

TEST(PlanOrder, IsWhatItWasMadeOf) {
  std::shared_ptr<const StepOrder> base;
  for (const std::uint32_t size : {0u, 3u, 511u, 512u, 700u, 2000u, 600u, 2000u, 2500u})
    for (const std::uint32_t other : {0u, size / 2, size - size / 16, size}) {
      const StepOrder order = order_of(size, other);
      PlanOrder plan(order, base);
      ASSERT_EQ(plan.size(), order.size()) << size << ' ' << other;
      StepOrder visited;
      plan.for_each([&](RunStep step) { visited.push_back(step); });
      ASSERT_EQ(visited, order) << size << ' ' << other;
      ASSERT_EQ(std::move(plan).take(), order) << size << ' ' << other;
    }
}

TEST(PlanOrder, SharesLongBeginnings) {
  std::shared_ptr<const StepOrder> base;
  const PlanOrder brief(order_of(100, 100), base);
  EXPECT_EQ(base, nullptr);
  const PlanOrder first(order_of(1000, 1000), base);
  const StepOrder* const shared = base.get();
  std::vector<PlanOrder> others;
  for (std::uint32_t size = 950; size < 1100; ++size)
    others.emplace_back(order_of(size, size), base);
  others.emplace_back(order_of(1000, 980), base);
  EXPECT_EQ(base.get(), shared);
  EXPECT_EQ(base.use_count(), 153);
  const PlanOrder different(order_of(1000, 500), base);
  EXPECT_NE(base.get(), shared);
}

}  // namespace
}  // namespace overtake::smc
