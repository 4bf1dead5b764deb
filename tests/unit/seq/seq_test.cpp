// Bounded programs, their points, and the C that is written of sequential ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "ir/parse.h"
#include "ir/shape.h"
#include "ir/verify.h"
#include "seq/bound.h"
#include "seq/emit_c.h"
#include "seq/races.h"
#include "seq/sequentialize.h"
#include "smc/exhaustive.h"
#include "support/folder.h"
#include "support/print.h"

namespace overtake::seq {
namespace {

ir::Program parse(const char* text) { return ir::parse(text, "test.ir"); }

std::size_t count(const ir::Function& f, ir::Opcode op) {
  return static_cast<std::size_t>(std::count_if(
      f.code.begin(), f.code.end(), [&](const ir::Instruction& i) { return i.op == op; }));
}

TEST(Bound, LoopsWithAConstantNumberOfIterationsAreUnrolledExactly) {
  const BoundedProgram b = bound(parse(R"(
global @x size 4
entry @main
func @main() registers 2 {
  %0 = mov 0
loop:
  store.4 @x, %0
  %0 = add.32 %0, 1
  %1 = ult.32 %0, 3
  branch %1, loop, end
end:
  ret 0
}
)"),
                                 {.unroll = 10});
  EXPECT_FALSE(b.cut);
  EXPECT_EQ(count(b.program.functions[0], ir::Opcode::Store), 3u);
  EXPECT_EQ(count(b.program.functions[0], ir::Opcode::Branch), 0u);
}

TEST(Bound, EachSpawnIsAThreadAndEachAllocationAnObject) {
  const BoundedProgram b = bound(parse(R"(
entry @main
func @work(%0) registers 2 {
  store.8 %0, 1
  ret 0
}
func @start(%0) registers 2 {
  %1 = spawn @work, %0
  ret %1
}
func @main() registers 4 {
  %0 = alloc 8
  %1 = call @start(%0)
  %2 = alloc 8
  %3 = call @start(%2)
  ret 0
}
)"),
                                 {});
  EXPECT_EQ(b.instances.size(), 3u);
  EXPECT_EQ(b.instances[2].number, 1u);
  EXPECT_EQ(b.program.globals.size(), 2u);
  EXPECT_EQ(count(b.program.functions[0], ir::Opcode::Call), 0u);
}

TEST(Bound, RecursionIsCut) {
  const BoundedProgram b = bound(parse(R"(
global @x size 4
entry @main
func @down(%0) registers 3 {
  %1 = load.4 @x
  branch %1, more, end
more:
  %2 = call @down(%1)
end:
  ret %1
}
func @main() registers 1 {
  %0 = call @down(0)
  ret 0
}
)"),
                                 {.unroll = 3});
  EXPECT_TRUE(b.cut);
  EXPECT_EQ(count(b.program.functions[0], ir::Opcode::Load), 4u);
}

const char* const kTwoThreads = R"(
global @x size 4
global @m size 8
global @text size 1 constant
entry @main
func @work(%0) registers 4 {
  %1 = sync.8 mutex_lock @m
  %2 = load.4 @x
  %3 = add.32 %2, 1
  store.4 @x, %3
  %1 = sync.8 mutex_unlock @m
  ret 0
}
func @main() registers 6 {
  %0 = spawn @work, 0
  %1 = spawn @work, 0
  %2 = join %0
  %3 = join %1
  %4 = load.4 @x
  %5 = eq.32 %4, 2
  branch %5, good, bad
bad:
  fail assertion @text
good:
  ret 0
}
)";

TEST(Sequentialize, TheResultIsASingleThreadedProgramWithoutLoops) {
  const BoundedProgram b = bound(parse(kTwoThreads), {});
  const SequentialProgram s = sequentialize(b, {.sma = {.model = Model::SC}, .rounds = 3});
  EXPECT_TRUE(ir::verify(s.program).empty());
  for (const ir::Function& f : s.program.functions) {
    EXPECT_EQ(count(f, ir::Opcode::Spawn), 0u);
    EXPECT_EQ(count(f, ir::Opcode::Sync), 0u);
  }
  EXPECT_EQ(s.buffered_cells, 0u);  // only the thread that holds the mutex accesses x
}

// How many accesses to @x of the bounded program may race.
std::size_t racing(const char* text) {
  const BoundedProgram b = bound(parse(text), {});
  const Targets targets(b);
  const Races races(b, targets);
  std::size_t n = 0;
  for (std::uint32_t t = 0; t < b.instances.size(); ++t) {
    const ir::Function& f = b.program.functions[t];
    for (std::uint32_t k = 0; k < f.code.size(); ++k)
      if (f.code[k].op == ir::Opcode::Load || f.code[k].op == ir::Opcode::Store)
        for (const Target& target : targets.of(t, k).targets)
          for (const CellId v : targets.cells_at(target, f.code[k].width))
            if (races.may_race(t, k, v)) ++n;
  }
  return n;
}

TEST(Races, ACommonMutexAndJoinsKeepAccessesApart) { EXPECT_EQ(racing(kTwoThreads), 0u); }

TEST(Races, WithoutAMutexOnlyTheJoinsDo) {
  std::string text = kTwoThreads;
  for (const std::string line :
       {"  %1 = sync.8 mutex_lock @m\n", "  %1 = sync.8 mutex_unlock @m\n"})
    text.erase(text.find(line), line.size());
  EXPECT_EQ(racing(text.c_str()), 4u);  // not main's load
}

TEST(Races, AMutexThatIsReleasedOnOnePathProtectsNothingBehindIt) {
  EXPECT_EQ(racing(R"(
global @x size 4
global @m size 8
entry @main
func @work(%0) registers 3 {
  %1 = sync.8 mutex_lock @m
  %2 = choose 2
  branch %2, give_up, go_on
give_up:
  %1 = sync.8 mutex_unlock @m
go_on:
  store.4 @x, 1
  ret 0
}
func @main() registers 2 {
  store.4 @x, 0
  %0 = spawn @work, 0
  %1 = spawn @work, 0
  ret 0
}
)"),
            2u);  // main's store comes first
}

// Another thread may be inside.
TEST(Races, AMutexThatIsMadeAnewIsNoMutex) {
  EXPECT_EQ(racing(R"(
global @x size 4
global @m size 8
entry @main
func @work(%0) registers 2 {
  %1 = sync.8 mutex_lock @m
  store.4 @x, 1
  ret 0
}
func @main() registers 2 {
  %0 = spawn @work, 0
  store.8 @m, 0
  %1 = sync.8 mutex_lock @m
  store.4 @x, 2
  ret 0
}
)"),
            3u);  // and the store to the mutex itself
}

// Sizes grow linearly in the rounds: main calls each thread once a round.
TEST(Sequentialize, MainCallsEachThreadOnceARound) {
  const BoundedProgram b = bound(parse(kTwoThreads), {});
  for (const std::uint32_t rounds : {1u, 4u}) {
    const SequentialProgram s = sequentialize(b, {.sma = {.model = Model::SC}, .rounds = rounds});
    EXPECT_EQ(count(s.program.functions[s.program.entry.index()], ir::Opcode::Call), 3 * rounds);
  }
}

class EmittedC : public testing::TestWithParam<Model> {};

// gcc takes it without a warning, and it runs without undefined behaviour, whatever it chooses.
TEST_P(EmittedC, CompilesAndRuns) {
  const BoundedProgram b = bound(parse(kTwoThreads), {});
  const SequentialProgram s = sequentialize(
      b, {.sma = {.model = GetParam(), .kind = SmaKind::Tcdll, .max_clock = 3, .queue = 3},
          .rounds = 3});
  const test::Folder folder;
  const auto base = folder.path() / "emitted";
  const std::string c = base.string() + ".c";
  {
    std::ofstream out(c);
    out << emit_c(s.program);
    out << R"(
unsigned long __VERIFIER_nondet_ulong(void) {
  static unsigned long state = 88172645463325252ul;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 20;
}
)";
  }
  const std::string command =
      "gcc -std=c11 -Wall -Wextra -Werror -DOVERTAKE_RUN -fsanitize=undefined "
      "-fno-sanitize-recover=undefined " +
      c + " -o " + base.string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(std::system(base.string().c_str()), 0);
}

INSTANTIATE_TEST_SUITE_P(Models, EmittedC, testing::Values(Model::SC, Model::TSO, Model::PSO),
                         [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace overtake::seq
