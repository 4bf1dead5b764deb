// Results of litmus tests in the lines that herd prints.
#include <gtest/gtest.h>

#include "report/document_text.h"
#include "report/trace_document.h"

namespace overtake::report {
namespace {

LitmusResult store_buffering() {
  return {.test = "SB",
          .condition = "exists (0:EAX=0 /\\ 1:EAX=0)",
          .hash = "abc",
          .observation = "Sometimes",
          .ok = true,
          .positive = 1,
          .negative = 3,
          .locations = {"0:EAX", "1:EAX"},
          .states = {{"0", "0"}, {"0", "1"}, {"1", "0"}, {"1", "1"}},
          .seconds = 0.004};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(LitmusText, IsHerds) {
  EXPECT_EQ(to_text(store_buffering()),
            "Test SB Allowed\n"
            "States 4\n"
            "0:EAX=0; 1:EAX=0;\n"
            "0:EAX=0; 1:EAX=1;\n"
            "0:EAX=1; 1:EAX=0;\n"
            "0:EAX=1; 1:EAX=1;\n"
            "Ok\n"
            "Witnesses\n"
            "Positive: 1 Negative: 3\n"
            "Condition exists (0:EAX=0 /\\ 1:EAX=0)\n"
            "Observation SB Sometimes 1 3\n"
            "Time SB 0.00\n"
            "Hash=abc\n"
            "\n");
}

TEST(LitmusText, WitnessesFollowTheQuantifier) {
  LitmusResult r = store_buffering();
  r.condition = "~exists (0:EAX=0 /\\ 1:EAX=0)";
  r.ok = false;
  const std::string forbidden = to_text(r);
  EXPECT_TRUE(has(forbidden, "Test SB Forbidden\n")) << forbidden;
  EXPECT_TRUE(has(forbidden, "\nNo\nWitnesses\nPositive: 3 Negative: 1\n")) << forbidden;
  EXPECT_TRUE(has(forbidden, "Observation SB Sometimes 1 3\n")) << forbidden;
  r.condition = "forall (0:EAX=1 \\/ 1:EAX=1)";
  const std::string required = to_text(r);
  EXPECT_TRUE(has(required, "Test SB Required\n")) << required;
  EXPECT_TRUE(has(required, "\nNo\nWitnesses\nPositive: 1 Negative: 3\n")) << required;
}

TEST(LitmusText, OfATestThatCouldNotBeRunIsEmpty) {
  LitmusResult r = store_buffering();
  r.error = "SB.litmus:1:1: no such architecture";
  EXPECT_EQ(to_text(r), "");
}

}  // namespace
}  // namespace overtake::report
