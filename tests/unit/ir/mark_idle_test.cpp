// Values that decide nothing, and values that look like it.
#include "ir/mark_idle.h"

#include <gtest/gtest.h>

#include <string>

#include "ir/mark_spins.h"
#include "ir/parse.h"
#include "ir/print.h"

namespace overtake::ir {
namespace {

Program with_idle(const std::string& text) {
  Program p = parse("entry @main\nglobal @g size 8\nglobal @h size 8\n" + text, "test");
  mark_idle(p);
  return p;
}

// How many instructions of this kind are idle in function `f`.
int idle(const Program& p, Opcode op, std::size_t f = 0) {
  int n = 0;
  for (const Instruction& i : p.functions[f].code) n += i.op == op && is_idle(i) ? 1 : 0;
  return n;
}

// A loop that waits for @g; `round` is what it does with the counter %1 in each iteration, `after`
// follows.
Program wait(const std::string& round, const std::string& after = "",
             const std::string& more = "") {
  return with_idle(
      "func @main() registers 9 {\n  %1 = mov 0\nH:\n  %0 = load.8 @g\n  branch %0, X, B\nB:\n" +
      round + "N:\n  jump H\nX:\n" + after + "  ret\n}\n" + more);
}

TEST(MarkIdle, ACounterThatSaysWhenToPause) {
  const Program p = wait(
      "  %1 = add.64 %1, 1\n  %2 = ult.64 9, %1\n  branch %2, Y, N\nY:\n  %1 = mov 0\n  %3 = call "
      "@yield()\n",
      "", "func @yield() registers 1 {\n  ret 0\n}\n");
  EXPECT_EQ(idle(p, Opcode::Branch), 1);
  EXPECT_EQ(idle(p, Opcode::Call), 1);
}

// What a call does depends on the constants that it is handed: @poll looks at files if there are
// any.
TEST(MarkIdle, ACallCountsAsWhatItDoesWithItsArguments) {
  const auto polls = [](const std::string& files) {
    return wait(
        "  %1 = add.64 %1, 1\n  %2 = ult.64 9, %1\n  branch %2, Y, N\nY:\n  %1 = mov 0\n  %3 = "
        "call @poll(" +
            files + ")\n",
        "",
        "func @poll(%0) registers 2 {\n  %1 = ne.64 %0, 0\n  branch %1, A, B\nA:\n  store.8 @h, "
        "1\nB:\n  ret 0\n}\n");
  };
  EXPECT_EQ(idle(polls("0"), Opcode::Branch), 1);
  EXPECT_EQ(idle(polls("0"), Opcode::Call), 1);
  EXPECT_EQ(idle(polls("2"), Opcode::Branch), 0);
  EXPECT_EQ(idle(polls("2"), Opcode::Call), 0);
  EXPECT_EQ(idle(polls("%0"), Opcode::Call), 0);
}

TEST(MarkIdle, NotIfItEndsTheLoop) {
  const Program p = wait("  %1 = add.64 %1, 1\n  %2 = ult.64 9, %1\n  branch %2, X, N\n");
  EXPECT_EQ(idle(p, Opcode::Branch), 0);
}

TEST(MarkIdle, NotIfItIsStoredAfterwards) {
  const Program p =
      wait("  %1 = add.64 %1, 1\n  %2 = ult.64 9, %1\n  branch %2, Y, N\nY:\n  %1 = mov 0\n",
           "  store.8 @h, %1\n");
  EXPECT_EQ(idle(p, Opcode::Branch), 0);
}

TEST(MarkIdle, NotIfSomethingVisibleDependsOnIt) {
  for (const std::string visible :
       {"  store.8 @h, 1\n", "  %3 = load.8 @h\n", "  fence full\n", "  assume 0\n",
        "  %3 = choose 2\n", "  %3 = udiv.64 1, %1\n"}) {
    const Program p =
        wait("  %1 = add.64 %1, 1\n  %2 = ult.64 9, %1\n  branch %2, Y, N\nY:\n" + visible);
    EXPECT_EQ(idle(p, Opcode::Branch), 0) << visible;
  }
}

// Which of two values is kept depends on the branch, though nothing in its arms is visible.
TEST(MarkIdle, NotIfItChoosesAValueThatMatters) {
  const Program p =
      wait("  %1 = add.64 %1, 1\n  %2 = ult.64 9, %1\n  branch %2, Y, N\nY:\n  %4 = mov 5\n",
           "  store.8 @h, %4\n");
  EXPECT_EQ(idle(p, Opcode::Branch), 0);
}

TEST(MarkIdle, ACounterInMemoryThatFunctionsHandOn) {
  const std::string functions =
      "func @back_off(%0) registers 3 {\n  %1 = load.8 %0\n  %1 = add.64 %1, %1\n  %2 = call "
      "@keep(%0, %1)\n  ret\n}\n"
      "func @keep(%0, %1) registers 2 {\n  store.8 %0, %1\n  ret\n}\n";
  const std::string body =
      "func @main() registers 9 {\n  %1 = alloca 8 private\n  store.8 %1, 1\nH:\n  %0 = load.8 "
      "@g\n  branch %0, X, B\n"
      "B:\n  %2 = call @back_off(%1)\n  jump H\nX:\n";
  const Program p = with_idle(body + "  ret\n}\n" + functions);
  EXPECT_EQ(idle(p, Opcode::Alloca), 1);
  EXPECT_EQ(idle(p, Opcode::Call), 1);
  EXPECT_EQ(idle(p, Opcode::Store, 2), 1);
  // It is asked for at the end.
  const Program q = with_idle(body + "  %3 = load.8 %1\n  store.8 @h, %3\n  ret\n}\n" + functions);
  EXPECT_EQ(idle(q, Opcode::Alloca), 0);
  EXPECT_EQ(idle(q, Opcode::Call), 0);
  EXPECT_EQ(idle(q, Opcode::Store, 2), 0);
  // Its address is somewhere.
  const Program r = with_idle(body + "  store.8 @h, %1\n  ret\n}\n" + functions);
  EXPECT_EQ(idle(r, Opcode::Alloca), 0);
  EXPECT_EQ(idle(r, Opcode::Store, 2), 0);
}

// An index that leaves its array in some iteration is an error then.
// As errno does, which a nap might set: it is idle as long as nothing needs what it holds.
TEST(MarkIdle, AThreadLocalVariableThatNothingNeeds) {
  const std::string round =
      "  %1 = add.64 %1, 1\n  %2 = ult.64 9, %1\n  branch %2, Y, N\nY:\n  %1 = mov 0\n"
      "  %3 = call @nap()\n";
  const auto program = [&](const std::string& declared, const std::string& after) {
    return wait(round, after,
                "global @e size 4 thread_local" + declared +
                    "\nfunc @nap() registers 1 {\n  %0 = call @location()\n  store.4 %0, 22\n"
                    "  ret 0\n}\nfunc @location() registers 1 {\n  %0 = thread_local @e\n"
                    "  ret %0\n}\n");
  };
  EXPECT_EQ(idle(program(" private", ""), Opcode::Call), 1);
  EXPECT_EQ(idle(program("", ""), Opcode::Call), 0);
  const std::string needs = "  %4 = call @location()\n  %5 = load.4 %4\n  store.8 @h, %5\n";
  EXPECT_EQ(idle(program(" private", needs), Opcode::Call), 0);
  const std::string keeps = "  %4 = call @location()\n  store.8 @h, %4\n";
  EXPECT_EQ(idle(program(" private", keeps), Opcode::Call), 0);
  const std::string named = "  %4 = thread_local @e\n  %5 = load.4 %4\n  store.8 @h, %5\n";
  EXPECT_EQ(idle(program(" private", named), Opcode::Call), 0);
}

TEST(MarkIdle, NotIfItIsAnAddress) {
  const Program p = with_idle(
      "func @main() registers 9 {\n  %1 = alloca 64 private\n  %2 = mov 0\nH:\n  %0 = load.8 @g\n  "
      "branch %0, X, B\n"
      "B:\n  %3 = add.64 %1, %2\n  %4 = load.8 %3\n  %2 = add.64 %2, 8\n  jump H\nX:\n  ret\n}\n");
  EXPECT_EQ(idle(p, Opcode::Load), 0);
}

TEST(MarkIdle, IsPartOfTheText) {
  const Program p = wait("  %1 = add.64 %1, 1\n  branch %1, N, N\n");
  EXPECT_EQ(parse(print(p), "test"), p);
  EXPECT_NE(print(p).find("branch idle %1"), std::string::npos);
}

TEST(SpinHeadRegisters, CountersDoNotMatter) {
  Program p =
      wait("  %1 = add.64 %1, 1\n  %2 = ult.64 9, %1\n  branch %2, Y, N\nY:\n  %1 = mov 0\n");
  mark_spins(p);
  const std::vector<SpinHeadRegisters> heads =
      spin_head_registers(p, p.functions[0], ChangingFunctions(p));
  ASSERT_EQ(heads.size(), 1u);
  EXPECT_TRUE(heads[0].registers.empty());
}

}  // namespace
}  // namespace overtake::ir
