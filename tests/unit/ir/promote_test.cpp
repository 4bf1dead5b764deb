// Which private variables become registers.
#include "ir/promote.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ir/parse.h"

namespace overtake::ir {
namespace {

Program promoted(const std::string& body) {
  Program p = parse("entry @main\nglobal @g size 8\nfunc @main() registers 9 {\n" + body +
                        "  ret\n}\nfunc @f(%0) registers 1 {\n  ret 0\n}\n",
                    "test");
  promote(p);
  return p;
}

long how_many(const Program& p, Opcode op) {
  return std::ranges::count(p.functions[0].code, op, &Instruction::op);
}

TEST(Promote, AWordThatIsOnlyLoadedAndStored) {
  const Program p = promoted(
      "  %0 = alloca uninitialized 8 private\n  store.8 %0, 5\n  %1 = load.8 %0\n"
      "  store.8 @g, %1\n");
  EXPECT_EQ(how_many(p, Opcode::Alloca), 0);
  EXPECT_EQ(how_many(p, Opcode::Load), 0);
  EXPECT_EQ(how_many(p, Opcode::Store), 1);  // the shared one
  EXPECT_EQ(how_many(p, Opcode::Undef), 1);
  EXPECT_EQ(p.functions[0].registers, 10);
}

TEST(Promote, FreshMemoryIsZero) {
  const Program p = promoted("  %0 = alloca 8 private\n  %1 = load.8 %0\n");
  EXPECT_EQ(how_many(p, Opcode::Alloca), 0);
  EXPECT_EQ(how_many(p, Opcode::Undef), 0);
  EXPECT_EQ(how_many(p, Opcode::Mov), 2);
}

TEST(Promote, NotWhatOthersMaySeeOrHasParts) {
  for (const std::string body : {
           "  %0 = alloca 8\n  store.8 %0, 5\n",                                  // not private
           "  %0 = alloca 16 private\n  store.8 %0, 5\n",                         // two words
           "  %0 = alloca 8 private\n  store.4 %0, 5\n",                          // a half
           "  %0 = alloca 8 private\n  store.8 %0, %0\n",                         // its address
           "  %0 = alloca 8 private\n  %1 = call @f(%0)\n",                       // handed on
           "  %0 = alloca 8 private\n  %1 = add.64 %0, 0\n  store.8 %1, 5\n",     // computed with
           "  %0 = alloca 8 private\n  %1 = rmw.8 add relaxed %0, 1\n",           // not a store
           "  %0 = alloca 8 private\n  %0 = alloca 8 private\n  store.8 %0, 5\n"  // two of them
       })
    EXPECT_EQ(how_many(promoted(body), Opcode::Undef) + how_many(promoted(body), Opcode::Mov), 0)
        << body;
}

}  // namespace
}  // namespace overtake::ir
