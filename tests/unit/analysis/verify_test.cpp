// Two explorations that contradict each other are a fault of overtake, and nothing else is.
#include "analysis/verify.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace overtake::analysis {
namespace {

using smc::Equivalence;

Opinion complete(std::uint64_t executions) {
  return {.executions = {.complete = executions}, .finished = true};
}

Opinion failing(ir::ErrorKind kind) {
  Opinion o{.executions = {.complete = 1}};
  o.errors.push_back({kind, "a.c:3"});
  return o;
}

TEST(Verify, AgreesOnErrorsAndExecutions) {
  const Agreement a = compare(complete(6), complete(6));
  EXPECT_TRUE(a.errors);
  EXPECT_TRUE(a.executions);
}

TEST(Verify, MissedErrorsAreContradictions) {
  EXPECT_THROW(compare(complete(6), failing(ir::ErrorKind::Assertion)), InternalError);
}

TEST(Verify, FalseAlarmsAreContradictions) {
  EXPECT_THROW(compare(failing(ir::ErrorKind::Assertion), complete(6)), InternalError);
  EXPECT_THROW(compare(failing(ir::ErrorKind::Hang), complete(6)), InternalError);
}

TEST(Verify, DifferentCountsAreContradictions) {
  EXPECT_THROW(compare(complete(6), complete(7)), InternalError);
}

TEST(Verify, CountsOfThreadsThatWaitAreNotCompared) {
  Opinion first = complete(6);
  first.waits = true;
  const Agreement a = compare(first, complete(20));
  EXPECT_TRUE(a.errors);
  EXPECT_FALSE(a.executions);
}

TEST(Verify, CountsOfOtherEquivalencesAreNotCompared) {
  Opinion second = complete(20);
  second.used = Equivalence::Exhaustive;
  EXPECT_FALSE(compare(complete(6), second).executions);
}

TEST(Verify, NothingIsSaidOfWhatWasCutOff) {
  Opinion second = complete(3);
  second.executions.bounded = 1;
  EXPECT_FALSE(compare(complete(6), second).errors);
  EXPECT_FALSE(compare(failing(ir::ErrorKind::Hang), second).errors);
  EXPECT_FALSE(compare(failing(ir::ErrorKind::Assertion), second).errors);
}

TEST(Verify, HangsAreNotSeenWhereLoopsAreCutOff) {
  Opinion second = failing(ir::ErrorKind::Deadlock);
  second.executions.bounded = 1;
  EXPECT_NO_THROW(compare(complete(6), second));
  second.errors.push_back({ir::ErrorKind::Assertion, "a.c:4"});
  EXPECT_THROW(compare(complete(6), second), InternalError);
}

TEST(Verify, AnUnfinishedFirstExplorationContradictsNothing) {
  Opinion first = complete(6);
  first.finished = false;
  EXPECT_FALSE(compare(first, failing(ir::ErrorKind::Assertion)).errors);
  EXPECT_FALSE(compare(first, complete(9)).errors);
}

TEST(Verify, BothOpinionsAreInTheMessage) {
  try {
    compare(complete(6), failing(ir::ErrorKind::Assertion));
    FAIL();
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("no error (6 complete"), std::string::npos) << text;
    EXPECT_NE(text.find("assertion at a.c:3"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace overtake::analysis
