// Simplification: each pass by example, and random programs that do the same before and after.
#include "ir/simplify.h"

#include <gtest/gtest.h>

#include "generator.h"
#include "ir/loops.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "runnable.h"
#include "support/scale.h"

namespace overtake::ir {
namespace {

Program program_with(const std::string& body, const std::string& head = "registers 12",
                     const std::string& more = "") {
  return parse(
      "entry @main\nglobal @g size 8\n" + more + "func @main() " + head + " {\n" + body + "}\n",
      "test");
}

// The code after simplification.
std::string simplified(Program p) {
  simplify(p);
  EXPECT_EQ(verify(p), std::vector<std::string>{});
  const std::string text = print(p);
  const std::size_t first = text.find("{\n", text.find("func @main")) + 2;
  return "\n" + text.substr(first, text.rfind('}') - first);
}
std::string simplified(const std::string& body) { return simplified(program_with(body)); }

TEST(Simplify, FoldsConstants) {
  EXPECT_EQ(simplified(R"(
  %0 = mov 40
  %1 = add.32 %0, 2
  %2 = mul.8 %1, 10
  store.4 @g, %2
  ret
)"),
            R"(
  store.4 @g, 164
  ret
)");
}

TEST(Simplify, FoldsAsTheWidthSays) {
  EXPECT_EQ(simplified(R"(
  %0 = sub.32 0, 1
  %1 = sext.32.64 %0
  %2 = slt.32 %0, 0
  %3 = ashr.32 %0, 4
  %4 = lshr.32 %0, 4
  %5 = sdiv.32 %0, 2
  %6 = urem.32 %0, 16
  store.8 @g, %1
  store.8 @g, %2
  store.8 @g, %3
  store.8 @g, %4
  store.8 @g, %5
  store.8 @g, %6
  ret
)"),
            R"(
  store.8 @g, 0xffffffffffffffff
  store.8 @g, 1
  store.8 @g, 0xffffffff
  store.8 @g, 0xfffffff
  store.8 @g, 0
  store.8 @g, 15
  ret
)");
}

TEST(Simplify, LeavesWhatMayFail) {
  const std::string body = "\n  %0 = udiv.32 1, 0\n  %0 = sdiv.32 1, 0\n  store.4 @g, %0\n  ret\n";
  EXPECT_EQ(simplified(body), body);
  // A shift by too much does not fail.
  EXPECT_EQ(simplified("  %0 = shl.32 1, 40\n  store.4 @g, %0\n  ret\n"),
            "\n  store.4 @g, 0\n  ret\n");
  // A division whose result is not read still fails; by a constant it cannot.
  EXPECT_EQ(simplified("  %0 = load.4 @g\n  %1 = udiv.32 5, %0\n  %2 = udiv.32 %0, 3\n  ret\n"),
            "\n  %0 = load.4 @g\n  %0 = udiv.32 5, %0\n  ret\n");
}

TEST(Simplify, KeepsEveryAccess) {
  const std::string body = R"(
  %0 = load.4 @g
  %0 = load.4 @g
  store.4 @g, 1
  store.4 @g, 1
  %0 = alloca 8
  fence full
  %0 = alloc 8
  ret
)";
  EXPECT_EQ(simplified(body), body);
}

TEST(Simplify, PropagatesCopies) {
  EXPECT_EQ(simplified(R"(
  %0 = load.4 @g
  %1 = mov %0
  %2 = mov %1
  store.4 @g, %2
  %0 = load.4 @g
  store.4 @g, %1
  ret
)"),
            R"(
  %0 = load.4 @g
  %1 = mov %0
  store.4 @g, %0
  %0 = load.4 @g
  store.4 @g, %1
  ret
)");
}

TEST(Simplify, BooleansThatArePassedAround) {
  EXPECT_EQ(simplified(R"(
  %0 = load.4 @g
  %1 = eq.32 %0, 5
  %2 = mov %1
  %3 = trunc.1 %2
  %4 = ne.8 %3, 0
  branch %4, A, B
A:
  ret 1
B:
  ret 2
)"),
            R"(
  %0 = load.4 @g
  %0 = eq.32 %0, 5
  branch %0, L3, L4
L3:
  ret 1
L4:
  ret 2
)");
}

TEST(Simplify, FoldsBranchesAndDropsWhatIsNotReached) {
  EXPECT_EQ(simplified(R"(
  %0 = mov 1
  branch %0, A, B
A:
  switch.8 %0 [0: B, 1: C] B
B:
  store.4 @g, 9
  ret
C:
  branch %5, D, D
D:
  assume %0
  ret 3
)"),
            "\n  branch %0, L1, L1\nL1:\n  ret 3\n");
}

TEST(Simplify, ThreadsJumps) {
  EXPECT_EQ(simplified(R"(
  %0 = load.4 @g
  branch %0, A, B
A:
  jump C
B:
  jump C
C:
  jump D
D:
  ret 1
)"),
            R"(
  %0 = load.4 @g
  branch %0, L2, L2
L2:
  ret 1
)");  // the branch decides on a value that may never have been set
  // Loops of jumps stay.
  EXPECT_EQ(simplified("A:\n  jump B\nB:\n  jump A\n"), "\nL0:\n  jump L0\n");
}

TEST(Simplify, DropsChainsOfDeadCodeAcrossBlocks) {
  EXPECT_EQ(simplified(R"(
  %0 = load.4 @g
  %1 = add.32 %0, 1
  branch %0, A, B
A:
  %2 = add.32 %1, 1
  jump B
B:
  %3 = mul.32 %2, %2
  %3 = fadd.64 %3, %3
  ret
)"),
            R"(
  %0 = load.4 @g
  branch %0, L2, L2
L2:
  ret
)");
}

TEST(Simplify, DeadLoopVariables) {
  // %1 only feeds itself.
  EXPECT_EQ(simplified(R"(
A:
  %1 = add.32 %1, 1
  %0 = load.4 @g
  branch %0, A, B
B:
  ret
)"),
            R"(
L0:
  %0 = load.4 @g
  branch %0, L0, L2
L2:
  ret
)");
}

TEST(Simplify, SharesRegisters) {
  Program p = program_with(R"(
  %7 = load.4 @g
  %8 = add.32 %7, 1
  store.4 @g, %8
  %9 = load.4 @g
  %10 = add.32 %9, %7
  store.4 @g, %10
  ret
)");
  simplify(p);
  EXPECT_EQ(p.functions[0].registers, 2u);
}

TEST(Simplify, RegistersThatStartAsZero) {
  // %5 is read before it is written on one path, so it must not share with %0.
  EXPECT_EQ(simplified(R"(
  %0 = load.4 @g
  branch %0, A, B
A:
  %5 = load.4 @g
  jump B
B:
  store.4 @g, %5
  ret
)"),
            R"(
  %1 = load.4 @g
  branch %1, L2, L3
L2:
  %0 = load.4 @g
L3:
  store.4 @g, %0
  ret
)");
}

TEST(Simplify, PairsStayTogether) {
  Program p = program_with(R"(
  %3 = load.16 @g
  %7 = mov %3
  %8 = mov %4
  store.16 @g, %7
  %9 = cas.16 seq_cst @g, %3, %7
  store.8 @g, %11
  ret
)");
  simplify(p);
  ASSERT_EQ(verify(p), std::vector<std::string>{});
  const Function& f = p.functions[0];
  EXPECT_EQ(f.code[1].op, Opcode::Mov);  // a pair is not looked through
  EXPECT_EQ(f.registers, 7u);            // operands of a CAS do not share with its results
}

TEST(Simplify, ParametersStayWhereTheyArrive) {
  Program p = parse(R"(
entry @main
global @g size 8
func @f(%0, %1, %2) registers 9 {
  %5 = load.4 @g
  %6 = add.32 %5, %2
  ret %6
}
func @main() registers 1 {
  %0 = call @f(1, 2, 3)
  ret %0
}
)",
                    "test");
  simplify(p);
  ASSERT_EQ(verify(p), std::vector<std::string>{});
  EXPECT_EQ(p.functions[0].registers, 3u);
  EXPECT_EQ(p.functions[0].code[1].b, Operand::reg(2));
}

TEST(Simplify, AThrowingCallWritesNoResult) {
  const std::string head = "registers 12";
  const std::string more = "func @f() registers 0 {\n  throw 1, 2\n}\n";
  EXPECT_EQ(simplified(program_with(R"(
  %0 = load.4 @g
  %0 = call @f() unwind P
  ret %0
P:
  store.4 @g, %0
  ret
)",
                                    head, more)),
            R"(
  %0 = load.4 @g
  %0 = call @f() unwind L3
  ret %0
L3:
  store.4 @g, %0
  ret
)");
}

TEST(Simplify, LoopBoundsCount) {
  const std::string body = R"(
L0:
  %0 = load.4 @g
  loop_bound %1, 3
  branch %0, L0, L3
L3:
  ret
)";
  EXPECT_EQ(simplified(body),
            "\nL0:\n  %1 = load.4 @g\n  loop_bound %0, 3\n  branch %1, L0, L3\nL3:\n  ret\n");
}

TEST(Simplify, RandomProgramsStayWellFormed) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Program p = random_program(seed);
    for (const auto pass : {propagate, tidy_jumps, drop_dead, compact_registers, compact_pools}) {
      for (Function& f : p.functions) pass(f);
      ASSERT_EQ(verify(p), std::vector<std::string>{}) << "seed " << seed;
    }
    Program q = random_program(seed);
    const std::size_t before = print(q).size();
    simplify(q);
    ASSERT_EQ(verify(q), std::vector<std::string>{}) << "seed " << seed;
    ASSERT_LE(print(q).size(), before + 200) << "seed " << seed;
  }
}

TEST(Simplify, RandomProgramsDoTheSame) {
  std::size_t operations = 0;
  const std::uint64_t programs = support::scaled(6000);
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    Program p = runnable_program(seed);
    ASSERT_EQ(verify(p), std::vector<std::string>{}) << "seed " << seed;
    bound_loops(p, 3);
    Program q = p;
    simplify(q);
    ASSERT_EQ(verify(q), std::vector<std::string>{}) << "seed " << seed;
    Program twice = q;
    simplify(twice);
    for (std::uint64_t results = 0; results < 4; ++results) {
      const std::vector<std::string> expected = observe(p, results);
      operations += expected.size();
      ASSERT_EQ(observe(q, results), expected) << "seed " << seed << "\n" << print(p) << print(q);
      ASSERT_EQ(observe(twice, results), expected) << "seed " << seed;
    }
  }
  EXPECT_GT(operations, 8 * programs);  // the programs do something
}

}  // namespace
}  // namespace overtake::ir
