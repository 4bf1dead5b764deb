// Loops: which ones are found, and that bounding stops exactly the executions that want more.
#include "ir/loops.h"

#include <gtest/gtest.h>

#include "exec/executor.h"
#include "generator.h"
#include "ir/counted_loops.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace overtake::ir {
namespace {

Program program_of(const std::string& body, const std::string& more = "") {
  return parse("entry @main\nfile f0 = \"a.c\"\nsource !0 = f0:7:3\nglobal @g size 8\n" + more +
                   "func @main() registers 9 {\n" + body + "}\n",
               "test");
}

LoopForest loops_of(const std::string& body) {
  return find_loops(build_cfg(program_of(body).functions.back()));
}

TEST(FindLoops, None) {
  EXPECT_TRUE(loops_of("  branch %0, A, B\nA:\n  jump C\nB:\n  jump C\nC:\n  ret\n").loops.empty());
}

TEST(FindLoops, SelfLoop) {
  const LoopForest forest = loops_of("A:\n  branch %0, A, B\nB:\n  ret\n");
  ASSERT_EQ(forest.loops.size(), 1u);
  EXPECT_EQ(forest.loops[0].header, BlockId{0});
  EXPECT_EQ(forest.loops[0].blocks.size(), 1u);
  EXPECT_FALSE(forest.contains(0, BlockId{1}));
}

TEST(FindLoops, Nested) {
  const LoopForest forest = loops_of(R"(
  jump H
H:
  branch %0, I, X
I:
  branch %1, J, K
J:
  jump I
K:
  jump H
X:
  ret
)");
  ASSERT_EQ(forest.loops.size(), 2u);
  EXPECT_EQ(forest.loops[0].header, BlockId{1});
  EXPECT_EQ(forest.loops[0].blocks.size(), 4u);
  EXPECT_EQ(forest.loops[0].parent, kNoLoop);
  EXPECT_EQ(forest.loops[1].header, BlockId{2});
  EXPECT_EQ(forest.loops[1].blocks.size(), 2u);
  EXPECT_EQ(forest.loops[1].parent, 0u);
  EXPECT_TRUE(forest.contains(0, BlockId{3}));
  EXPECT_FALSE(forest.contains(1, BlockId{4}));
}

TEST(FindLoops, Irreducible) {
  const LoopForest forest = loops_of(R"(
  branch %0, A, B
A:
  branch %1, B, X
B:
  jump A
X:
  ret
)");
  ASSERT_EQ(forest.loops.size(), 1u);
  EXPECT_EQ(forest.loops[0].blocks.size(), 2u);
}

TEST(FindLoops, UnreachableLoopsDoNotCount) {
  EXPECT_TRUE(loops_of("  ret\nA:\n  jump A\n").loops.empty());
}

// Every cycle of the control flow goes through a header: without the headers a search finds none.
TEST(FindLoops, HeadersCutAllCycles) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Program p = random_program(seed);
    for (const Function& f : p.functions) {
      const Cfg cfg = build_cfg(f);
      const LoopForest forest = find_loops(cfg);
      std::vector<bool> cut(cfg.blocks.size(), false);
      for (const Loop& l : forest.loops) cut[l.header.index()] = true;
      // Repeatedly remove blocks without a successor that is left.
      const std::vector<bool> live = reachable(cfg);
      std::vector<bool> left(cfg.blocks.size());
      for (std::size_t b = 0; b < left.size(); ++b) left[b] = live[b] && !cut[b];
      for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t b = 0; b < left.size(); ++b) {
          if (!left[b]) continue;
          bool stays = false;
          for (const BlockId to : cfg.blocks[b].successors) stays |= left[to.index()];
          if (!stays) {
            left[b] = false;
            changed = true;
          }
        }
      }
      ASSERT_EQ(std::count(left.begin(), left.end(), true), 0) << "seed " << seed;
    }
  }
}

// --- bounding ------------------------------------------------------------------------------------

struct Outcome {
  bool bounded = false;
  std::uint64_t result = 0;
};

// Runs main, which has no visible operations.
Outcome run(Program p, std::uint32_t unroll) {
  bound_loops(p, unroll);
  EXPECT_EQ(verify(p), std::vector<std::string>{}) << print(p);
  const exec::Executor executor(p);
  const exec::Thread t = executor.start_main();
  if (t.status() == exec::Status::Bounded) {
    EXPECT_EQ(t.stopped_at(), SourceId{0}) << print(p);
    return {true, 0};
  }
  EXPECT_EQ(t.status(), exec::Status::Ready);
  EXPECT_EQ(t.next().kind, exec::OpKind::End);
  return {false, t.next().operand.lo};
}

// Complete, with the right result, from `iterations` on, and bounded below.
void expect_needs(const Program& p, std::uint32_t iterations, std::uint64_t result) {
  for (std::uint32_t unroll = 1; unroll < iterations + 3; ++unroll) {
    const Outcome o = run(p, unroll);
    EXPECT_EQ(o.bounded, unroll < iterations) << "unroll " << unroll;
    EXPECT_EQ(o.result, o.bounded ? 0 : result) << "unroll " << unroll;
  }
}

TEST(BoundLoops, ForLoop) {
  for (const int n : {0, 1, 2, 5}) {
    expect_needs(program_of(R"(
  %0 = mov 0
  jump C
C:
  %1 = ult.32 %0, )" + std::to_string(n) +
                            R"( !0
  branch %1, B, E !0
B:
  %2 = add.32 %2, 10
  jump I
I:
  %0 = add.32 %0, 1
  jump C
E:
  ret %2
)"),
                 static_cast<std::uint32_t>(n), static_cast<std::uint64_t>(n) * 10);
  }
}

TEST(BoundLoops, DoWhile) {
  expect_needs(program_of(R"(
B:
  %2 = add.32 %2, 10 !0
  jump C
C:
  %1 = ult.32 %2, 50
  branch %1, B, E
E:
  ret %2
)"),
               5, 50);
}

TEST(BoundLoops, ConditionOfSeveralBlocks) {
  // while (i < 9 && i != 3) i++: three iterations, then the second test fails.
  expect_needs(program_of(R"(
  jump C
C:
  %1 = ult.32 %0, 9 !0
  branch %1, D, E
D:
  %1 = ne.32 %0, 3
  branch %1, B, E
B:
  %0 = add.32 %0, 1
  jump C
E:
  ret %0
)"),
               3, 3);
  // while (i < 3 || i > 7) i++
  expect_needs(program_of(R"(
  jump C
C:
  %1 = ult.32 %0, 3 !0
  branch %1, B, D
D:
  %1 = ult.32 7, %0
  branch %1, B, E
B:
  %0 = add.32 %0, 1
  jump C
E:
  ret %0
)"),
               3, 3);
}

TEST(BoundLoops, BreakInTheMiddle) {
  // for (;;) { i++; if (i == 4) break; s += i; }: three full iterations.
  expect_needs(program_of(R"(
  jump A
A:
  %0 = add.32 %0, 1 !0
  %1 = eq.32 %0, 4
  branch %1, E, B
B:
  %2 = add.32 %2, %0
  jump A
E:
  ret %2
)"),
               3, 6);
}

TEST(BoundLoops, BreakAtTheEndOfAWhile) {
  // while (i < 4) { i++; if (0) break; }, its jumps threaded: never bounded too early.
  const Program p = program_of(R"(
  jump C
C:
  %1 = ult.32 %0, 4 !0
  branch %1, B, E
B:
  %0 = add.32 %0, 1
  branch %3, E, C
E:
  ret %0
)");
  expect_needs(p, 4, 4);
}

TEST(BoundLoops, Continue) {
  // for (i = 0; i < 6; i++) { if (i & 1) continue; s += i; }
  expect_needs(program_of(R"(
  jump C
C:
  %1 = ult.32 %0, 6 !0
  branch %1, B, E
B:
  %1 = and.32 %0, 1
  branch %1, I, S
S:
  %2 = add.32 %2, %0
  jump I
I:
  %0 = add.32 %0, 1
  jump C
E:
  ret %2
)"),
               6, 6);
}

TEST(BoundLoops, Endless) {
  const Program p = program_of("  jump A\nA:\n  %0 = add.32 %0, 1 !0\n  jump A\n");
  for (const std::uint32_t unroll : {1u, 7u}) {
    Program q = p;
    bound_loops(q, unroll);
    const exec::Executor executor(q);
    EXPECT_EQ(executor.start_main().status(), exec::Status::Bounded);
  }
}

TEST(BoundLoops, AssertionsAreNoTests) {
  // do { i++; assert(i); } while (i < 3)
  expect_needs(program_of(R"(
B:
  %0 = add.32 %0, 1 !0
  branch %0, C, F
F:
  fail assertion 0
C:
  %1 = ult.32 %0, 3
  branch %1, B, E
E:
  ret %0
)"),
               3, 3);
}

TEST(BoundLoops, ExceptionsAreNoTests) {
  // do { f(); i++; } while (i < 3), where f may throw.
  expect_needs(program_of(R"(
B:
  call @f() unwind P !0
  %0 = add.32 %0, 1
  jump C
C:
  %1 = ult.32 %0, 3
  branch %1, B, E
P:
  %2 = caught
  resume %2, %3
E:
  ret %0
)",
                          "func @f() registers 0 {\n  ret\n}\n"),
               3, 3);
}

TEST(BoundLoops, InnerCountersStartAnew) {
  // 4 times 2 iterations of the inner loop.
  expect_needs(program_of(R"(
  jump C
C:
  %1 = ult.32 %0, 4 !0
  branch %1, P, E
P:
  %3 = mov 0
  jump D
D:
  %1 = ult.32 %3, 2 !0
  branch %1, B, I
B:
  %3 = add.32 %3, 1
  %2 = add.32 %2, 1
  jump D
I:
  %0 = add.32 %0, 1
  jump C
E:
  ret %2
)"),
               4, 8);
}

TEST(BoundLoops, EachRunOfALoopCountsForItself) {
  const std::string f = R"(
func @f() registers 2 {
  jump C
C:
  %1 = ult.32 %0, 3 !0
  branch %1, B, E
B:
  %0 = add.32 %0, 1
  jump C
E:
  ret %0
}
)";
  expect_needs(
      program_of("  %0 = call @f()\n  %1 = call @f()\n  %2 = add.32 %0, %1\n  ret %2\n", f), 3, 6);
}

TEST(BoundLoops, SwitchInALoop) {
  // A state machine: 0 -> 1 -> 2 -> end, by `continue`s in a switch.
  expect_needs(program_of(R"(
  jump H
H:
  switch.32 %0 [0: A, 1: A, 2: B] E !0
A:
  %0 = add.32 %0, 1
  jump H
B:
  %0 = mov 9
  jump H
E:
  ret %0
)"),
               3, 9);
  // The cases lead straight back.
  Program p = program_of(R"(
  jump H
H:
  %0 = add.32 %0, 1 !0
  switch.32 %0 [0: H, 1: H, 2: H] E
E:
  ret %0
)");
  EXPECT_TRUE(run(p, 1).bounded);
  EXPECT_FALSE(run(p, 3).bounded);
}

TEST(BoundLoops, LandingPadInALoop) {
  // for (;;) { try { f(i++); return } catch { } }: throws three times.
  const std::string f = R"(
func @f(%0) registers 2 {
  %1 = ult.32 %0, 3
  branch %1, T, R
T:
  throw 0, 0
R:
  ret
}
)";
  const Program p = program_of(R"(
  jump H
H:
  call @f(%0) unwind P !0
  ret %0
P:
  %0 = add.32 %0, 1
  jump H
)",
                               f);
  EXPECT_TRUE(run(p, 1).bounded);
  const Outcome o = run(p, 4);
  EXPECT_FALSE(o.bounded);
  EXPECT_EQ(o.result, 3u);
}

TEST(BoundLoops, IrreducibleLoopsEnd) {
  // Two entries into a cycle of two blocks that never ends by itself.
  for (const int entry : {0, 1}) {
    const Program p = program_of("  branch " + std::to_string(entry) + R"(, A, B
A:
  %0 = add.32 %0, 1 !0
  branch 1, B, X
B:
  %1 = add.32 %1, 1 !0
  branch 1, A, X
X:
  ret %0
)");
    EXPECT_TRUE(run(p, 3).bounded);
  }
}

TEST(BoundLoops, ProgramsWithoutLoopsStayAsTheyAre) {
  Program p = program_of("  branch %0, A, B\nA:\n  ret\nB:\n  ret\n");
  const Program before = p;
  bound_loops(p, 1);
  EXPECT_EQ(p, before);
}

// With every loop bounded, every thread comes to an end or to a visible operation.
TEST(BoundLoops, RandomProgramsAreWellFormedAndEnd) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Program p = random_program(seed);
    bound_loops(p, 2);
    ASSERT_EQ(verify(p), std::vector<std::string>{}) << "seed " << seed;
    for (const Function& f : p.functions) {
      // Each cycle has a LoopBound: without those instructions' blocks no cycle is left.
      Function cut = f;
      for (Instruction& i : cut.code)
        if (i.op == Opcode::LoopBound) i = {.op = Opcode::Trap};
      ASSERT_TRUE(find_loops(build_cfg(cut)).loops.empty()) << "seed " << seed;
    }
  }
}

bool counted(const std::string& body) {
  const Program p = program_of(body);
  const Function& f = p.functions.back();
  const Cfg cfg = build_cfg(f);
  return is_counted(f, cfg, find_loops(cfg), 0);
}

TEST(CountedLoops, KnowTheirIterationsWhenTheyBegin) {
  EXPECT_TRUE(
      counted("  %1 = mov 0\nH:\n  %2 = ult.64 %1, %3\n  branch %2, B, X\nB:\n  store.8 @g, %1\n"
              "  %1 = add.64 %1, 1\n  jump H\nX:\n  ret\n"));
}

TEST(CountedLoops, NotIfMemoryEndsThem) {
  EXPECT_FALSE(counted("H:\n  %1 = load.8 @g\n  branch %1, X, H\nX:\n  ret\n"));
  EXPECT_FALSE(
      counted("  %1 = mov 0\nH:\n  %2 = ult.64 %1, 8\n  branch %2, B, X\nB:\n  %3 = load.8 @g\n"
              "  %1 = add.64 %1, 1\n  branch %3, X, H\nX:\n  ret\n"));
}

TEST(CountedLoops, NotIfMemorySaysWhatIsCounted) {
  EXPECT_FALSE(
      counted("  %1 = mov 0\nH:\n  %2 = ult.64 %1, 8\n  branch %2, B, X\nB:\n  %3 = load.8 @g\n"
              "  branch %3, C, H\nC:\n  %1 = add.64 %1, 1\n  jump H\nX:\n  ret\n"));
}

// %3 holds what was loaded, and then the next number.
TEST(CountedLoops, KnowRegistersThatAreReused) {
  EXPECT_TRUE(
      counted("  %1 = mov 0\nH:\n  %2 = ult.64 %1, 8\n  branch %2, B, X\nB:\n  %3 = load.8 @g\n"
              "  store.8 @g, %3\n  %3 = add.64 %1, 1\n  %1 = mov %3\n  jump H\nX:\n  ret\n"));
  EXPECT_FALSE(
      counted("  %1 = mov 0\nH:\n  %2 = ult.64 %1, 8\n  branch %2, B, X\nB:\n"
              "  %3 = add.64 %1, 1\n  %3 = load.8 @g\n  %1 = mov %3\n  jump H\nX:\n  ret\n"));
}

// The loop's condition does not change; the call's result is in the same register.
TEST(CountedLoops, NotIfOnlyTheRegisterOfTheConditionChanges) {
  EXPECT_FALSE(
      counted("H:\n  %2 = eq.64 %1, 0\n  branch %2, B, X\nB:\n  %2 = load.8 @g\n"
              "  %2 = add.64 %2, 1\n  jump H\nX:\n  ret\n"));
}

// Whether the inner loop ends decides nothing: it fails, or the next number comes.
TEST(CountedLoops, KnowThatFailuresAreNoWaysOut) {
  const std::string body =
      "  %1 = mov 0\nH:\n  %2 = ult.64 %1, 8\n  branch %2, L, X\nL:\n  %3 = add.64 %3, 1\n"
      "  %2 = ult.64 %3, 9\n  branch %2, B, F\nF:\n  ";
  const std::string rest =
      "\nB:\n  %2 = load.8 @g\n  branch %2, C, L\nC:\n  %1 = add.64 %1, 1\n"
      "  jump H\nX:\n  ret\n";
  EXPECT_TRUE(counted(body + "trap" + rest));
  EXPECT_FALSE(counted(body + "jump X" + rest));
}

TEST(CountedLoops, NotWithoutAWayOut) {
  EXPECT_FALSE(counted("H:\n  %1 = add.64 %1, 1\n  jump H\n"));
}

TEST(BoundLoops, OneOfThem) {
  const std::string body =
      "A:\n  %1 = load.8 @g !0\n  branch %1, B, A\nB:\n  %2 = load.8 @g\n  branch %2, X, B\nX:\n  "
      "ret\n";
  Program p = program_of(body);
  const std::vector<bool> found = bound_loops(
      p,
      {.ones = {{.file = "a.c", .line = 7, .bound = 3}, {.file = "b.c", .line = 7, .bound = 4}}});
  EXPECT_EQ(found, (std::vector<bool>{true, false}));
  int bounds = 0;
  for (const Instruction& i : p.functions.back().code)
    if (i.op == Opcode::LoopBound) {
      ++bounds;
      EXPECT_EQ(i.count, 3u);
    }
  EXPECT_EQ(bounds, 1);
  Program q = program_of(body);
  EXPECT_EQ(bound_loops(q, {.ones = {{.function = "main", .bound = 5}}}), std::vector<bool>{true});
  verify_or_throw(q);
}

TEST(BoundLoops, CountedOnesMayBeLeftAlone) {
  Program p = program_of(
      "  %1 = mov 0\nH:\n  %2 = ult.64 %1, 9\n  branch %2, B, X\nB:\n  %1 = add.64 %1, 1\n  jump "
      "H\nX:\n  ret\n");
  bound_loops(p, {.all = 2, .counted = false});
  for (const Instruction& i : p.functions.back().code) EXPECT_NE(i.op, Opcode::LoopBound);
}

}  // namespace
}  // namespace overtake::ir
