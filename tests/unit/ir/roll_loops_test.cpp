#include "ir/roll_loops.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ir/mark_spins.h"
#include "ir/parse.h"

namespace overtake::ir {
namespace {

Program rolled(const std::string& body) {
  Program p = parse("global @g size 4\nentry @main\nfunc @main() registers 4 {\n" + body + "}\n",
                    "test.ir");
  roll_loops(p);
  return p;
}

std::ptrdiff_t count(const Program& p, Opcode op) {
  return std::ranges::count(p.functions[0].code, op, &Instruction::op);
}

TEST(RollLoops, TheFirstAttemptIsOneOfTheLoop) {
  const Program p = rolled(
      "  %0 = rmw.4 sub relaxed @g, 1\nH:\n  branch %0, X, B\nB:\n"
      "  %1 = rmw.4 add relaxed @g, 1\n  %1 = rmw.4 sub relaxed @g, 1\n  %0 = mov %1\n  jump H\n"
      "X:\n  ret\n");
  EXPECT_EQ(count(p, Opcode::Rmw), 2);
  EXPECT_EQ(count(p, Opcode::Mov), 0);
}

TEST(RollLoops, RegistersInBetweenMayBeOthers) {
  const Program p = rolled(
      "  %0 = sub.32 0, %3\n  %0 = rmw.4 add relaxed @g, %0\nH:\n  branch %0, X, B\nB:\n"
      "  %1 = rmw.4 add relaxed @g, %3\n  %2 = sub.32 0, %3\n  %1 = rmw.4 add relaxed @g, %2\n"
      "  %0 = mov %1\n  jump H\nX:\n  ret\n");
  EXPECT_EQ(count(p, Opcode::Rmw), 2);
  EXPECT_EQ(count(p, Opcode::Sub), 1);
}

TEST(RollLoops, AnotherAmountIsAnotherAttempt) {
  const Program p = rolled(
      "  %0 = rmw.4 sub relaxed @g, 1\nH:\n  branch %0, X, B\nB:\n"
      "  %1 = rmw.4 add relaxed @g, 1\n  %0 = rmw.4 sub relaxed @g, 2\n  jump H\nX:\n  ret\n");
  EXPECT_EQ(count(p, Opcode::Rmw), 3);
}

// The loop needs %2, which only one of them computes.
TEST(RollLoops, NotIfMoreIsNeeded) {
  const Program p = rolled(
      "  %2 = mov 1\n  %0 = rmw.4 sub relaxed @g, %2\nH:\n  branch %0, X, B\nB:\n"
      "  %1 = mov 1\n  %0 = rmw.4 sub relaxed @g, %1\n  jump H\nX:\n  ret %2\n");
  EXPECT_EQ(count(p, Opcode::Rmw), 2);
}

TEST(SpinHeads, LoopsWithTwoAtomicOperationsMayPutBack) {
  Program p = rolled(
      "H:\n  %0 = rmw.4 sub relaxed @g, 1\n  branch %0, X, B\nB:\n"
      "  %1 = rmw.4 add relaxed @g, 1\n  jump H\nX:\n  ret\n");
  mark_spins(p);
  const auto heads = spin_head_registers(p, p.functions[0], ChangingFunctions(p));
  ASSERT_EQ(heads.size(), 1u);
  EXPECT_TRUE(heads[0].may_put_back);
}

TEST(SpinHeads, LoopsWithOneMayNot) {
  Program p = rolled("H:\n  %0 = rmw.4 sub relaxed @g, 1\n  branch %0, X, H\nX:\n  ret\n");
  mark_spins(p);
  const auto heads = spin_head_registers(p, p.functions[0], ChangingFunctions(p));
  ASSERT_EQ(heads.size(), 1u);
  EXPECT_FALSE(heads[0].may_put_back);
}

}  // namespace
}  // namespace overtake::ir
