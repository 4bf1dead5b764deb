#include "fences/hitting_set.h"

#include <gtest/gtest.h>

#include <random>

namespace overtake::fences {
namespace {

using Sets = std::vector<ElementSet>;

bool hits_all(const ElementSet& h, const Sets& sets) {
  for (const ElementSet& s : sets)
    if (!hits(h, s)) return false;
  return true;
}

TEST(HittingSet, OfNothingIsEmpty) {
  EXPECT_TRUE(cheapest_hitting_set({}, {}).empty());
  EXPECT_EQ(all_minimal_hitting_sets({}, 10).sets, Sets{{}});
}

TEST(HittingSet, SharedElementsArePreferred) {
  const std::vector<std::uint32_t> cost(5, 1);
  EXPECT_EQ(cheapest_hitting_set({{0, 1}, {1, 2}, {1, 3}}, cost), (ElementSet{1}));
}

TEST(HittingSet, CostDecides) {
  const std::vector<std::uint32_t> cost{1, 10, 1, 1};
  EXPECT_EQ(cheapest_hitting_set({{0, 1}, {1, 2}, {1, 3}}, cost), (ElementSet{0, 2, 3}));
}

TEST(HittingSet, SupersetsDoNotMatter) {
  EXPECT_EQ(minimal_sets({{1, 2, 3}, {2}, {2, 3}, {4, 5}}), (Sets{{2}, {4, 5}}));
}

TEST(HittingSet, LimitIsSaidAndWhatIsLeftIsMinimal) {
  Sets sets;
  for (Element e = 0; e < 12; e += 2) sets.push_back({e, e + 1});
  const AllHittingSets all = all_minimal_hitting_sets(sets, 10);
  EXPECT_FALSE(all.complete);
  EXPECT_FALSE(all.sets.empty());
  for (const ElementSet& h : all.sets) EXPECT_EQ(h.size(), 6u);
  EXPECT_EQ(all_minimal_hitting_sets(sets, 100).sets.size(), 64u);
}

// Against trying out all subsets of 10 elements.
TEST(HittingSet, RandomProblemsAreSolvedAsByBruteForce) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    constexpr std::uint32_t kElements = 10;
    std::vector<std::uint32_t> cost;
    for (std::uint32_t e = 0; e < kElements; ++e) cost.push_back(1 + random() % 4);
    Sets sets(1 + random() % 8);
    for (ElementSet& s : sets) {
      for (Element e = 0; e < kElements; ++e)
        if (random() % 3 == 0) s.push_back(e);
      if (s.empty()) s.push_back(random() % kElements);
    }
    std::uint64_t least = 1000;
    Sets hitting;
    for (std::uint32_t bits = 0; bits < 1u << kElements; ++bits) {
      ElementSet h;
      std::uint64_t paid = 0;
      for (Element e = 0; e < kElements; ++e)
        if ((bits >> e & 1) != 0) {
          h.push_back(e);
          paid += cost[e];
        }
      if (!hits_all(h, sets)) continue;
      least = std::min(least, paid);
      hitting.push_back(h);
    }
    const ElementSet chosen = cheapest_hitting_set(sets, cost);
    std::uint64_t paid = 0;
    for (const Element e : chosen) paid += cost[e];
    ASSERT_TRUE(hits_all(chosen, sets));
    ASSERT_EQ(paid, least);
    ASSERT_EQ(minimal_sets(all_minimal_hitting_sets(sets, 10'000).sets), minimal_sets(hitting));
  }
}

}  // namespace
}  // namespace overtake::fences
