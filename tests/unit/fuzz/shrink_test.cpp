#include "fuzz/shrink.h"

#include <gtest/gtest.h>

#include "fuzz/harness.h"
#include "fuzz/naive.h"
#include "fuzz/to_cpp.h"

namespace overtake::fuzz {
namespace {

Outcomes all_outcomes(const Sketch& s, Model model) {
  return naive_outcomes(s, {.model = model}).outcomes;
}

bool differs(const Sketch& s, Model stronger, Model weaker) {
  return all_outcomes(s, stronger) != all_outcomes(s, weaker);
}

// Whatever program shows that TSO is not SC, the smallest that does is store buffering.
TEST(Shrink, FindsStoreBuffering) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200 && found < 5; ++seed) {
    const Sketch s = random_sketch(seed, shape_of(Profile::Core));
    if (!differs(s, Model::SC, Model::TSO)) continue;
    ++found;
    const Sketch small =
        shrink(s, [](const Sketch& c) { return differs(c, Model::SC, Model::TSO); });
    EXPECT_LE(statement_count(small), 5u) << to_cpp(s) << to_cpp(small);
    EXPECT_LE(small.locations.size(), 2u);
    EXPECT_TRUE(differs(small, Model::SC, Model::TSO));
  }
  EXPECT_EQ(found, 5);
}

TEST(Shrink, IsDeterministic) {
  const auto fails = [](const Sketch& s) { return uses(s, Kind::Cas); };
  std::uint64_t seed = 0;
  while (!fails(random_sketch(seed))) ++seed;
  const Sketch a = shrink(random_sketch(seed), fails);
  EXPECT_EQ(a, shrink(random_sketch(seed), fails));
  EXPECT_EQ(statement_count(a), 1u) << to_cpp(a);
}

TEST(Harness, ReportsSeedAndShrunkProgram) {
  const Property p{"no-cas", "no program has a CAS", everything,
                   [](const Sketch& s) -> std::optional<std::string> {
                     if (!uses(s, Kind::Cas)) return std::nullopt;
                     return "  it has one\n";
                   }};
  const FuzzResult r = fuzz(p, {.first_seed = 5, .count = 100});
  ASSERT_TRUE(r.failure);
  EXPECT_EQ(r.failure->seed, 5 + r.programs - 1);
  EXPECT_EQ(r.failure->original, random_sketch(r.failure->seed));
  const std::string text = report(*r.failure);
  EXPECT_NE(text.find("it has one"), std::string::npos) << text;
  EXPECT_NE(text.find("cas("), std::string::npos) << text;
  EXPECT_NE(text.find("--property no-cas --seed " + std::to_string(r.failure->seed)),
            std::string::npos)
      << text;
}

TEST(Harness, ExceptionsAreFailures) {
  const Property p{"throws", "throws", everything, [](const Sketch&) -> std::optional<std::string> {
                     throw std::runtime_error("out of luck");
                   }};
  const FuzzResult r = fuzz(p, {.count = 1});
  ASSERT_TRUE(r.failure);
  EXPECT_NE(r.failure->difference.find("out of luck"), std::string::npos);
}

TEST(Harness, CountsWhatAPropertyDoesNotApplyTo) {
  const Property p{"never", "applies to nothing", [](const Sketch&) { return false; },
                   [](const Sketch&) -> std::optional<std::string> { return "no"; }};
  const FuzzResult r = fuzz(p, {.count = 7});
  EXPECT_FALSE(r.failure);
  EXPECT_EQ(r.programs, 0u);
  EXPECT_EQ(r.passed_over, 7u);
}

TEST(Harness, TimeLimitEnds) {
  const Property p{"fine", "always", everything,
                   [](const Sketch&) -> std::optional<std::string> { return std::nullopt; }};
  const FuzzResult r = fuzz(p, {.time_limit = std::chrono::milliseconds(20)});
  EXPECT_GT(r.programs, 0u);
  EXPECT_FALSE(r.failure);
}

}  // namespace
}  // namespace overtake::fuzz
