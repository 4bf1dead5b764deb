// Which loops can be spins: those that look, unless they always store for others and count.
#include "ir/mark_spins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ir/parse.h"

namespace overtake::ir {
namespace {

// Whether the loop at L0 of this body is marked.
bool marked(const std::string& body) {
  Program p = parse(
      "entry @main\nglobal @g size 8\n"
      "func @main() registers 9 {\n" +
          body + "}\n",
      "test");
  mark_spins(p);
  return std::ranges::any_of(p.functions[0].code,
                             [](const Instruction& i) { return i.op == Opcode::SpinHead; });
}

TEST(MarkSpins, LoopsThatOnlyReadAre) {
  EXPECT_TRUE(marked("  jump L0\nL0:\n  %0 = load.8 @g\n  branch %0, L0, L1\nL1:\n  ret\n"));
}

TEST(MarkSpins, LoopsThatSeeNothingAreNot) {
  EXPECT_FALSE(marked("  jump L0\nL0:\n  %0 = add.64 %0, 1\n  branch %0, L0, L1\nL1:\n  ret\n"));
}

TEST(MarkSpins, CountedLoopsThatAlwaysStoreAreNot) {
  EXPECT_FALSE(
      marked("  jump L0\nL0:\n  %0 = load.8 @g\n  store.8 @g, 1\n  %1 = add.64 %1, 1\n"
             "  branch %1, L0, L1\nL1:\n  ret\n"));
}

// What is stored may be what is there.
TEST(MarkSpins, OthersThatAlwaysStoreAre) {
  EXPECT_TRUE(marked(
      "  jump L0\nL0:\n  %0 = load.8 @g\n  store.8 @g, %0\n  branch %0, L0, L1\nL1:\n  ret\n"));
}

TEST(MarkSpins, OneWayRoundWithoutAStoreIsEnough) {
  EXPECT_TRUE(
      marked("  jump L0\nL0:\n  %0 = load.8 @g\n  branch %0, L2, L3\n"
             "L2:\n  store.8 @g, 1\n  jump L0\nL3:\n  branch %0, L0, L1\nL1:\n  ret\n"));
}

// The address is only known at run time, and may be of an object that no other thread sees.
TEST(MarkSpins, StoresThroughPointersDoNotCount) {
  EXPECT_TRUE(marked(
      "  jump L0\nL0:\n  %0 = load.8 @g\n  store.8 %1, 1\n  branch %0, L0, L1\nL1:\n  ret\n"));
}

}  // namespace
}  // namespace overtake::ir
