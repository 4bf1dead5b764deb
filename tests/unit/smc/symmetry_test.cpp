// Equal threads once: the counts of combinatorics, up to renaming and without, and what makes
// threads different.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "ir/parse.h"
#include "smc/check.h"

namespace overtake::smc {
namespace {

std::uint64_t total(const CheckResult::Executions& e) { return e.complete + e.blocked + e.bounded; }

CheckResult explored(const std::string& text, Model model, Equivalence equivalence,
                     bool symmetry = true, std::uint32_t jobs = 1) {
  const ir::Program program = ir::parse(text, "test.ir");
  return check(program, {.model = model,
                         .equivalence = equivalence,
                         .all_errors = true,
                         .symmetry = symmetry,
                         .jobs = jobs,
                         .alone = std::chrono::microseconds{0}});
}

// `threads` times the body, spawned by main, which does `between` after each spawn and then
// `after`; the ids of threads are in registers 10, 11, ...
std::string program(const std::string& body, unsigned threads, const std::string& after = {},
                    const std::function<std::string(unsigned)>& argument = {},
                    const std::string& between = {}) {
  std::string text =
      "global @x size 4\nglobal @y size 4\nglobal @m size 8\nglobal @ids size 80\n\nentry @main\n\n"
      "func @work(%0) registers 8 {\n" +
      body + "}\n\nfunc @main() registers 32 {\n";
  for (unsigned i = 0; i < threads; ++i) {
    text += "  %" + std::to_string(10 + i) + " = spawn @work, " +
            (argument ? argument(i) : std::string("0")) + "\n";
    text += between;
  }
  return text + after + "  ret 0\n}\n";
}

const std::string kIncrement = "  %1 = rmw.4 add seq_cst @x, 1\n  ret 0\n";

TEST(Symmetry, IncrementsAreOneExecutionUpToRenaming) {
  const std::string nine = program(kIncrement, 9);
  for (const Model model : {Model::SC, Model::TSO, Model::PSO})
    for (const Equivalence e : {Equivalence::Rf, Equivalence::Rvf, Equivalence::Auto}) {
      const CheckResult result = explored(nine, model, e);
      EXPECT_TRUE(result.finished);
      EXPECT_TRUE(result.symmetry.used) << result.symmetry.off_because;
      EXPECT_TRUE(result.symmetry.counted);
      EXPECT_EQ(total(result.visited), 1u);
      EXPECT_EQ(result.executions.complete, 362'880u);
    }
}

// Readers of one location with two values: a number of them sees each.
TEST(Symmetry, ReadersAreCountedByWhatTheySee) {
  const std::string readers = program("  %1 = load.4 @x\n  ret 0\n", 6, "  store.4 @x, 1\n");
  for (const std::uint32_t jobs : {1u, 2u}) {
    const CheckResult result = explored(readers, Model::TSO, Equivalence::Rf, true, jobs);
    EXPECT_TRUE(result.symmetry.used);
    EXPECT_EQ(total(result.visited), 7u);
    EXPECT_EQ(result.executions.complete, 64u);
  }
}

// Two groups are renamed independently of each other.
TEST(Symmetry, GroupsAreIndependent) {
  const std::string text =
      "global @x size 4\nglobal @y size 4\n\nentry @main\n\n"
      "func @a(%0) registers 2 {\n" +
      kIncrement +
      "}\n\nfunc @b(%0) registers 2 {\n"
      "  %1 = rmw.4 add seq_cst @y, 1\n  ret 0\n}\n\nfunc @main() registers 8 {\n"
      "  %1 = spawn @a, 0\n  %2 = spawn @a, 0\n  %3 = spawn @a, 0\n"
      "  %4 = spawn @b, 0\n  %5 = spawn @b, 0\n  ret 0\n}\n";
  const CheckResult result = explored(text, Model::SC, Equivalence::Rf);
  EXPECT_EQ(total(result.visited), 1u);
  EXPECT_EQ(result.executions.complete, 12u);
}

// An error that one of them can make is found, and counted for all.
TEST(Symmetry, ErrorsAreThoseOfAllRenamings) {
  const std::string text = program(
      "  %1 = rmw.4 add seq_cst @x, 1\n  %2 = eq.32 %1, 2\n  branch %2, L1, L2\n"
      "L1:\n  fail assertion 0\nL2:\n  ret 0\n",
      4);
  const CheckResult with = explored(text, Model::TSO, Equivalence::Rf);
  const CheckResult without = explored(text, Model::TSO, Equivalence::Rf, false);
  ASSERT_EQ(with.errors.size(), 1u);
  ASSERT_EQ(without.errors.size(), 1u);
  EXPECT_EQ(with.errors[0].executions, without.errors[0].executions);
  EXPECT_EQ(total(with.executions), total(without.executions));
  EXPECT_EQ(total(with.visited), 1u);
}

TEST(Symmetry, LocksThatAreKeptLetOneThreadThrough) {
  const std::string text = program("  %1 = sync.8 mutex_lock seq_cst @m\n  ret 0\n", 3,
                                   "  %1 = join %10\n  %1 = join %11\n  %1 = join %12\n");
  const CheckResult result = explored(text, Model::TSO, Equivalence::Rf);
  EXPECT_TRUE(result.symmetry.used);
  EXPECT_EQ(total(result.visited), 1u);
  EXPECT_EQ(total(result.executions), 3u);
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].error.kind, ir::ErrorKind::Deadlock);
}

// An id that main keeps in memory of its own, and reads to join, tells no thread anything.
TEST(Symmetry, IdsInMemoryOfTheParentDoNotMatter) {
  std::string text =
      "global @x size 4\nglobal @ids size 80\n\nentry @main\n\n"
      "func @work(%0) registers 2 {\n" +
      kIncrement + "}\n\nfunc @main() registers 4 {\n";
  for (const char* place : {"@ids", "@ids+8", "@ids+16"})
    text += std::string("  %1 = spawn @work, 0\n  store.8 ") + place + ", %1\n";
  for (const char* place : {"@ids", "@ids+8", "@ids+16"})
    text += std::string("  %1 = load.8 ") + place + "\n  %1 = join %1\n";
  text += "  %1 = load.4 @x\n  ret 0\n}\n";
  const CheckResult result = explored(text, Model::PSO, Equivalence::Rf);
  EXPECT_TRUE(result.symmetry.used) << result.symmetry.off_because;
  EXPECT_EQ(total(result.visited), 1u);
  EXPECT_EQ(result.executions.complete, 6u);
}

// What makes threads different, and the executions that there are then.
struct Different {
  const char* what;
  std::string text;
};

void PrintTo(const Different& d, std::ostream* out) { *out << d.what; }

class DifferentThreads : public ::testing::TestWithParam<Different> {};

TEST_P(DifferentThreads, AreExploredAsSuch) {
  for (const Equivalence e : {Equivalence::Rf, Equivalence::Rvf}) {
    const CheckResult with = explored(GetParam().text, Model::TSO, e);
    const CheckResult without = explored(GetParam().text, Model::TSO, e, false);
    EXPECT_FALSE(with.symmetry.used);
    EXPECT_FALSE(with.symmetry.off_because.empty());
    EXPECT_EQ(total(with.executions), total(without.executions));
    EXPECT_EQ(with.errors.size(), without.errors.size());
  }
}

std::vector<Different> different_threads() {
  const auto number = [](unsigned i) { return std::to_string(i); };
  return {
      {"argument", program("  %1 = rmw.4 add seq_cst @x, %0\n  ret 0\n", 2, "", number)},
      {"self", program("  %1 = self\n  %1 = rmw.4 exchange seq_cst @x, %1\n  ret 0\n", 2)},
      {"address", program("  %1 = alloca 8\n  %1 = lshr.64 %1, 37\n  store.4 @x, %1\n"
                          "  %2 = load.4 @x\n  ret 0\n",
                          2)},
      {"result", program("  %1 = rmw.4 add seq_cst @x, 1\n  ret %1\n", 2,
                         "  %1 = join %10\n  %1 = join %11\n")},
      {"store_between", program("  %1 = load.4 @x\n  ret 0\n", 2, "", {}, "  store.4 @x, 1\n")},
      {"load_between_joins",
       program(kIncrement, 2, "  %1 = join %10\n  %2 = load.4 @x\n  %1 = join %11\n")},
      {"one_joined", program(kIncrement, 2, "  %1 = join %10\n  %2 = load.4 @x\n")},
      {"failure_between_joins", program("  %1 = sync.8 mutex_lock seq_cst @m\n  ret 0\n", 2,
                                        "  %1 = join %11\n  fail assertion 0\n  %1 = join %10\n")},
      {"word", program("  %1 = sync.8 mutex_lock seq_cst @m\n  %2 = load.8 @m\n"
                       "  %1 = sync.8 mutex_unlock seq_cst @m\n  ret 0\n",
                       2)},
      {"ids", program("  %1 = load.8 @ids\n  ret 0\n", 2, "", {}, "  store.8 @ids, %10\n")},
  };
}

INSTANTIATE_TEST_SUITE_P(All, DifferentThreads, ::testing::ValuesIn(different_threads()),
                         [](const auto& info) { return std::string(info.param.what); });

// How many executions there are is told well before all were visited, and never less than were.
TEST(Estimate, OfIncrementsIsRight) {
  const std::string text = program(kIncrement, 8);
  const ir::Program p = ir::parse(text, "test.ir");
  for (const Equivalence e : {Equivalence::Rf, Equivalence::Rvf}) {
    const CheckResult result =
        check(p, {.model = Model::TSO, .equivalence = e, .max_executions = 2000});
    EXPECT_GE(result.estimate, 40'320.0 / 3);
    EXPECT_LE(result.estimate, 40'320.0 * 3);
    EXPECT_GT(result.seconds_left, 0);
  }
}

TEST(Estimate, IsMoreThanWasVisited) {
  const std::string text = program(kIncrement, 7);
  const ir::Program p = ir::parse(text, "test.ir");
  for (const std::uint64_t n : {1u, 100u, 5039u}) {
    const CheckResult result = check(p, {.model = Model::SC, .max_executions = n});
    EXPECT_GT(result.estimate, static_cast<double>(n));
  }
}

}  // namespace
}  // namespace overtake::smc
