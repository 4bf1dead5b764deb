// Which histories rule out all orders, and how many questions that takes.
#include "linearize/rule_out.h"

#include <gtest/gtest.h>

namespace overtake::linearize {
namespace {

// Threads of one operation each.
std::vector<Operation> operations(std::uint32_t threads) {
  std::vector<Operation> out(threads);
  for (std::uint32_t t = 0; t < threads; ++t) {
    out[t].section = t + 1;
    out[t].called = out[t].returned = true;
  }
  return out;
}

Candidates all_pairs(std::size_t n) {
  Candidates c{};
  for (std::size_t b = 0; b < n; ++b) c[b] = (only(n) - 1) & ~only(b);
  return c;
}

struct Asked {
  std::vector<Precedence> questions;
  bool answer = true;
  AskRuns ask() {
    return [this](const Precedence& p) {
      questions.push_back(p);
      return answer;
    };
  }
};

TEST(RuleOut, OnePairRulesOutOneOrder) {
  Asked asked;
  const std::vector<LinearOrder> orders{{0, 1}};
  EXPECT_TRUE(
      can_rule_out_all(operations(2), orders, Criterion::Linearizable, all_pairs(2), asked.ask()));
  ASSERT_EQ(asked.questions.size(), 1u);
  EXPECT_EQ(asked.questions[0][0], only(1));
}

TEST(RuleOut, OppositeOrdersCannotBothBeRuledOut) {
  Asked asked;
  const std::vector<LinearOrder> orders{{0, 1}, {1, 0}};
  EXPECT_FALSE(
      can_rule_out_all(operations(2), orders, Criterion::Linearizable, all_pairs(2), asked.ask()));
  EXPECT_EQ(asked.questions.size(), 1u);
}

TEST(RuleOut, NothingIsAskedIfNoCandidateIsLeft) {
  Asked asked;
  const std::vector<LinearOrder> orders{{0, 1}};
  EXPECT_FALSE(
      can_rule_out_all(operations(2), orders, Criterion::Linearizable, Candidates{}, asked.ask()));
  EXPECT_TRUE(asked.questions.empty());
}

// 0 before 1 and 2 before 3 is no history of intervals unless 0 is before 3, or 2 before 1.
TEST(RuleOut, OperationsAreIntervals) {
  Candidates two{};
  two[1] = only(0);
  two[3] = only(2);
  const std::vector<LinearOrder> orders{{1, 0, 2, 3}, {0, 1, 3, 2}};
  Asked asked;
  EXPECT_FALSE(can_rule_out_all(operations(4), orders, Criterion::Linearizable, two, asked.ask()));
  EXPECT_EQ(asked.questions.size(), 1u);
  two[3] |= only(0);
  EXPECT_TRUE(can_rule_out_all(operations(4), orders, Criterion::Linearizable, two, asked.ask()));
}

// A pair that no run has is asked about once.
TEST(RuleOut, NoSetIsTriedTwice) {
  Asked asked;
  asked.answer = false;
  const std::vector<LinearOrder> orders{{0, 1, 2}, {0, 2, 1}};
  EXPECT_FALSE(
      can_rule_out_all(operations(3), orders, Criterion::Linearizable, all_pairs(3), asked.ask()));
  EXPECT_EQ(asked.questions.size(), 3u);
}

TEST(RuleOut, RemembersThatNoHistoryDoes) {
  RuledOut ruled_out;
  Asked asked;
  Candidates one{};
  one[0] = only(1);
  const std::vector<LinearOrder> orders{{0, 1}, {1, 0}};
  for (int i = 0; i < 2; ++i)
    EXPECT_FALSE(ruled_out.can_rule_out_all(operations(2), orders, Criterion::Linearizable, one,
                                            asked.ask()));
  EXPECT_TRUE(asked.questions.empty());
}

TEST(RuleOut, AQuietMomentRulesOutOrdersThatCrossIt) {
  Asked asked;
  const std::vector<LinearOrder> orders{{0, 1}};
  EXPECT_TRUE(
      can_rule_out_all(operations(2), orders, Criterion::Quiescent, all_pairs(2), asked.ask()));
  EXPECT_FALSE(
      can_rule_out_all(operations(2), orders, Criterion::Sequential, all_pairs(2), asked.ask()));
}

}  // namespace
}  // namespace overtake::linearize
