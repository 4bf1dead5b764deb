// Verdicts that are known by name, reasons, hints, limits.
#include "consistency/consistency.h"

#include <gtest/gtest.h>

#include "build.h"
#include "trace/replay.h"

namespace overtake::test {
namespace {

using consistency::Algorithm;
using consistency::Options;
using consistency::Rule;
using consistency::Verdict;

constexpr Options kAll[] = {
    {.algorithm = Algorithm::Portfolio},
    {.algorithm = Algorithm::Search, .closure = true},
    {.algorithm = Algorithm::Search, .closure = false},
    {.algorithm = Algorithm::Naive, .closure = true},
    {.algorithm = Algorithm::Naive, .closure = false},
};

void expect(const Execution& execution, bool sc, bool tso, bool pso) {
  const bool expected[] = {sc, tso, pso};
  for (Model model : {Model::SC, Model::TSO, Model::PSO}) {
    for (const Options& options : kAll) {
      const auto result = consistency::verify(execution, model, options);
      const bool realizable = expected[static_cast<int>(model)];
      EXPECT_EQ(result.verdict, realizable ? Verdict::Consistent : Verdict::Inconsistent)
          << name(model) << ", algorithm " << static_cast<int>(options.algorithm) << ", closure "
          << options.closure;
      if (result.verdict == Verdict::Consistent) {
        EXPECT_EQ(replay_witness(execution, model, result.witness), "");
      }
    }
  }
}

TEST(Litmus, StoreBuffering) {
  Build b;
  b.thread().write(x).read(y, initial);
  b.thread().write(y).read(x, initial);
  expect(b.execution, false, true, true);
}

TEST(Litmus, StoreBufferingWithFences) {
  Build b;
  b.thread().write(x).fence().read(y, initial);
  b.thread().write(y).fence().read(x, initial);
  expect(b.execution, false, false, false);
}

TEST(Litmus, MessagePassing) {
  Build b;
  b.thread().write(x).write(y);
  b.thread().read(y, 1).read(x, initial);
  expect(b.execution, false, false, true);
}

TEST(Litmus, MessagePassingWithStoreFence) {
  Build b;
  b.thread().write(x).store_fence().write(y);
  b.thread().read(y, 2).read(x, initial);
  expect(b.execution, false, false, false);
}

// Algorithm 2 of RF, taken literally, rejects this: the write of x has to be flushed first.
TEST(Litmus, MessageArrivesThroughStoreFence) {
  Build b;
  b.thread().write(x).store_fence().write(y);
  b.thread().read(y, 2).read(x, 0);
  expect(b.execution, true, true, true);
}

TEST(Litmus, IndependentReadsOfIndependentWrites) {
  Build b;
  b.thread().write(x);
  b.thread().write(y);
  b.thread().read(x, 0).read(y, initial);
  b.thread().read(y, 1).read(x, initial);
  expect(b.execution, false, false, false);
}

TEST(Litmus, ReadOwnWriteEarly) {
  Build b;
  b.thread().write(x).read(x, 0).read(y, initial);
  b.thread().write(y).read(y, 3).read(x, initial);
  expect(b.execution, false, true, true);
}

TEST(Litmus, TwoRmwsOfOneWrite) {
  Build b;
  b.thread().rmw(x, initial);
  b.thread().rmw(x, initial);
  expect(b.execution, false, false, false);
}

TEST(Litmus, CoherenceOfOneLocation) {
  Build b;
  b.thread().write(x).write(x);
  b.thread().read(x, 1).read(x, 0);
  expect(b.execution, false, false, false);
}

TEST(Litmus, AtomicBlockHidesItsFirstWrite) {
  Build b;
  b.thread().write(x).glued().write(x);
  b.thread().read(x, 0);
  expect(b.execution, false, false, false);
  const auto result = consistency::verify(b.execution, Model::SC);
  EXPECT_EQ(result.reason.rule, Rule::ReadsHidden);
  EXPECT_EQ(result.reason.read, EventId{2});
}

TEST(Litmus, EmptyExecution) { expect(Execution{}, true, true, true); }

// Found by the differential tests. ---------------------------------------------------------------

// RF's fence maps leave out the reads of the holder's own thread; then the state in which thread
// 1's write is blocked stands for the one in which it is not.
TEST(Regression, FenceMapCountsReadsOfTheHoldersThread) {
  Build b;
  b.thread().write(x).atomic_write(y).atomic_read(x, 0).write(x);
  b.thread().atomic_write(y).write(x).read(x, 3);
  expect(b.execution, true, true, true);
}

// A spurious write that was blocked when an RMW wrote stands between that RMW and a later read.
TEST(Regression, BlockedWriteBeforeReadOfRmw) {
  Build b;
  b.thread().atomic_write(x).rmw(x, 0);
  b.thread().atomic_write(y).write(x).read(x, 1);
  expect(b.execution, true, true, true);
}

// Being lazy with the first write is wrong if a store-store fence comes after it.
TEST(Regression, WriteInFrontOfStoreFenceIsFlushedForItsOwnSake) {
  Build b;
  b.thread().write(z).store_fence().write(y);
  b.thread().atomic_read(y, 2).read(z, 0);
  expect(b.execution, true, true, true);
}

// Reasons ----------------------------------------------------------------------------------------

TEST(Reason, IsACycleOfRules) {
  Build b;
  b.thread().write(x).read(y, initial);
  b.thread().write(y).read(x, initial);
  const auto result = consistency::verify(b.execution, Model::SC);
  ASSERT_EQ(result.reason.rule, Rule::Cycle);
  ASSERT_EQ(result.reason.cycle.size(), 4u);
  unsigned initial_values = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(result.reason.cycle[i].to, result.reason.cycle[(i + 1) % 4].from);
    initial_values += result.reason.cycle[i].rule == Rule::InitialValue;
  }
  EXPECT_EQ(initial_values, 2u);
}

TEST(Reason, NamesTheReadThatNoOrderCanHelp) {
  Build future;
  future.thread().read(x, 1).write(x);
  EXPECT_EQ(consistency::verify(future.execution, Model::PSO).reason.rule, Rule::ReadsFuture);
  Build overwritten;
  overwritten.thread().write(x).write(x).read(x, 0);
  EXPECT_EQ(consistency::verify(overwritten.execution, Model::PSO).reason.rule,
            Rule::ReadsOverwritten);
  Build elsewhere;
  elsewhere.thread().write(x).read(y, 0);
  EXPECT_EQ(consistency::verify(elsewhere.execution, Model::SC).reason.rule, Rule::NotAWrite);
}

// Good writes ------------------------------------------------------------------------------------

TEST(GoodWrites, OneOfTwoIsEnough) {
  Build b;
  b.thread().write(x).fence().read(y, initial);
  b.thread().write(y).fence().read(x, initial).write(x);
  GoodWrites good;
  good.read_class.assign(b.execution.events.size(), GoodWrites::kNoClass);
  good.read_class[2] = 0;
  good.read_class[5] = 1;
  good.classes = {{kInitialWrite, EventId{3}}, {kInitialWrite, EventId{0}}};
  for (Model model : {Model::SC, Model::TSO, Model::PSO}) {
    EXPECT_EQ(consistency::verify(b.execution, good, model).verdict, Verdict::Consistent);
    GoodWrites worse = good;
    worse.classes = {{kInitialWrite}, {kInitialWrite, EventId{6}}};
    EXPECT_EQ(consistency::verify(b.execution, worse, model).verdict, Verdict::Inconsistent);
  }
}

// The second read comes before all writes, so that the first one, before it, has no good write
// left: known only once the writes' own past is.
TEST(GoodWrites, ClosureLooksAgainAtReadsWhoseCandidatesAreLate) {
  Build b;
  for (int i = 0; i < 20; ++i) b.thread().write(x);
  b.thread().read(x, initial).read(x, initial);
  GoodWrites good;
  good.read_class.assign(b.execution.events.size(), GoodWrites::kNoClass);
  good.read_class[20] = 0;
  good.read_class[21] = 1;
  good.classes = {{}, {kInitialWrite}};
  for (std::size_t w = 0; w < 20; ++w) good.classes[0].push_back(EventId{w});
  for (Model model : {Model::SC, Model::TSO, Model::PSO}) {
    const consistency::Result result = consistency::verify(
        b.execution, good, model, {.algorithm = consistency::Algorithm::Closure});
    EXPECT_EQ(result.verdict, Verdict::Inconsistent);
  }
}

// Hints and limits -------------------------------------------------------------------------------

TEST(Verifier, ItsOwnWitnessIsAPerfectHint) {
  Build b;
  b.thread().write(x).write(y).read(z, initial).write(x);
  b.thread().read(y, 1).write(z).read(x, 0);
  b.thread().read(z, 5).read(x, 3);
  consistency::Verifier verifier;
  for (Model model : {Model::SC, Model::TSO, Model::PSO}) {
    ASSERT_TRUE(verifier.realizable(b.execution, model));
    const Witness hint = verifier.witness();
    ASSERT_TRUE(verifier.realizable(b.execution, model, &hint));
    EXPECT_EQ(verifier.statistics().decided_by, consistency::DecidedBy::Greedy);
    EXPECT_EQ(replay_witness(b.execution, model, verifier.witness()), "");
  }
}

TEST(Verifier, HintsMayBeAnything) {
  Build b;
  b.thread().write(x).read(y, initial);
  b.thread().write(y).read(x, initial);
  const Witness nonsense = {{EventId{77}, true}, {EventId{1}, true}, {EventId{3}, false}};
  consistency::Verifier verifier;
  EXPECT_TRUE(verifier.realizable(b.execution, Model::TSO, &nonsense));
  EXPECT_FALSE(verifier.realizable(b.execution, Model::SC, &nonsense));
}

TEST(Verifier, GivesUpWhenTold) {
  Build b;
  b.thread().write(x).read(y, initial);
  b.thread().write(y).read(x, initial);
  Options options{.algorithm = Algorithm::Naive, .closure = false};
  options.max_states = 1;
  EXPECT_EQ(consistency::verify(b.execution, Model::TSO, options).verdict, Verdict::Unknown);
}

}  // namespace
}  // namespace overtake::test
