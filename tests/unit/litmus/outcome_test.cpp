// Outcomes of tests, and comparing them with expectations and with logs.
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "frontend/litmus/parser.h"
#include "litmus/expect.h"
#include "litmus/run.h"

namespace overtake::litmus {
namespace {

constexpr const char* kSb = R"(X86 SB
Hash=abc
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
)";

Outcome outcome(const std::string& condition, Model model) {
  Outcome o = run(parse(kSb + condition, "SB.litmus"), {.model = model});
  o.seconds = 0.004;
  return o;
}

TEST(Outcome, FilterDropsStates) {
  const Outcome o = outcome("filter (x=1 /\\ 0:EAX=0) exists (1:EAX=0)", Model::TSO);
  EXPECT_EQ(o.states.size(), 2u);
  EXPECT_EQ(o.locations, (std::vector<std::string>{"1:EAX"}));
  EXPECT_EQ(o.positive, 1u);
}

TEST(Outcome, ATestThatNeverEndsHasNoStates) {
  const Outcome o = run(parse("C T\n{ }\nP0(int* x) { while (READ_ONCE(*x) == 0) { } }\n"
                              "exists (x=0)",
                              "T.litmus"),
                        {.model = Model::TSO});
  EXPECT_TRUE(o.finished);
  EXPECT_TRUE(o.states.empty());
  EXPECT_FALSE(o.ok);
}

TEST(Outcome, AWildPointerIsAnInputErrorWithItsPlace) {
  try {
    run(parse("X86 T\n{ }\n P0 ;\n MOV EAX,[EBX] ;\nexists (0:EAX=1)", "T.litmus"), {});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_EQ(std::string(e.what()).substr(0, 13), "T.litmus:4:2:");
  }
}

TEST(Expect, Verdicts) {
  const Expectations e = parse_expectations("# comment\nSB Allow\n\nMP Forbid\nLB Never\n", "e");
  ASSERT_EQ(e.size(), 3u);
  const Outcome tso = outcome("exists (0:EAX=0 /\\ 1:EAX=0)", Model::TSO);
  const Outcome sc = outcome("exists (0:EAX=0 /\\ 1:EAX=0)", Model::SC);
  EXPECT_EQ(difference(tso, e.at("SB")), "");
  EXPECT_EQ(difference(sc, e.at("SB")), "expected Allow, found Forbid");
  EXPECT_EQ(difference(tso, e.at("MP")), "expected Forbid, found Allow");
  EXPECT_EQ(difference(tso, e.at("LB")), "expected Never, found Sometimes");
}

TEST(Expect, Logs) {
  const Outcome tso = outcome("exists (x=1 /\\ 0:EAX=0 /\\ 1:EAX=0)", Model::TSO);
  const Outcome sc = outcome("exists (x=1 /\\ 0:EAX=0 /\\ 1:EAX=0)", Model::SC);
  const Expectations own = parse_expectations(
      "noise\nTest SB Allowed\nStates 4\n0:EAX=0; 1:EAX=0; [x]=1;\n0:EAX=0; 1:EAX=1; [x]=1;\n"
      "0:EAX=1; 1:EAX=0; [x]=1;\n0:EAX=1; 1:EAX=1; [x]=1;\nOk\nWitnesses\n"
      "Positive: 1 Negative: 3\nObservation SB Sometimes 1 3\n",
      "log");
  EXPECT_EQ(difference(tso, own.at("SB")), "");
  EXPECT_EQ(difference(sc, own.at("SB")), "expected Sometimes, found Never");
  // Older logs write x for [x], others hexadecimal numbers.
  const Expectations old = parse_expectations(
      "Test SB Allowed\nStates 3\n0:EAX=0x0; 1:EAX=1; x=1;\n0:EAX=1; 1:EAX=0x0; x=1;\n"
      "1:EAX=1; 0:EAX=1; x=1;\nNo\nWitnesses\nPositive: 0 Negative: 3\nObservation SB Never 0 3\n",
      "log");
  EXPECT_EQ(difference(sc, old.at("SB")), "");
  const Expectations fewer = parse_expectations(
      "Test SB Allowed\nStates 1\n0:EAX=0; 1:EAX=1; x=1;\nObservation SB Never 0 1\n", "log");
  EXPECT_EQ(difference(sc, fewer.at("SB")), "unexpected state 0:EAX=1; 1:EAX=0; x=1;");
}

TEST(Expect, BadLines) {
  EXPECT_THROW(parse_expectations("SB Maybe\n", "e"), InputError);
  EXPECT_THROW(parse_expectations("SB Allow\nSB Forbid\n", "e"), InputError);
  EXPECT_THROW(parse_expectations("Test SB Allowed\nStates x\n", "e"), InputError);
  EXPECT_THROW(parse_expectations("Test SB Allowed\nStates 0\n", "e"), InputError);
}

}  // namespace
}  // namespace overtake::litmus
