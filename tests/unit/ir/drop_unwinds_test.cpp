// Landing pads that nothing comes to, and those that something may come to.
#include "ir/drop_unwinds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ir/parse.h"
#include "ir/verify.h"

namespace overtake::ir {
namespace {

// A call of @f with a pad; whether the pad stays.
bool keeps_pad(const std::string& functions, const std::string& call = "call @f()") {
  Program p =
      parse("entry @main\nglobal @g size 8\nfunc @main() registers 3 {\n  %0 = " + call +
                " unwind P\n  ret\nP:\n  %1 = caught\n  store.8 @g, 1\n  ret\n}\n" + functions,
            "test");
  drop_unwinds(p);
  verify_or_throw(p);
  const auto& code = p.functions[0].code;
  const bool pad =
      std::ranges::any_of(code, [](const Instruction& i) { return i.unwind != kNoTarget; });
  const bool stores =
      std::ranges::any_of(code, [](const Instruction& i) { return i.op == Opcode::Store; });
  EXPECT_EQ(pad, stores);
  return pad;
}

std::string function(const std::string& name, const std::string& body) {
  return "func @" + name + "() registers 3 {\n" + body + "}\n";
}

TEST(DropUnwinds, WhereNothingIsThrown) {
  EXPECT_FALSE(keeps_pad(function("f", "  ret 0\n")));
  EXPECT_FALSE(
      keeps_pad(function("f", "  %0 = call @k()\n  ret 0\n") + function("k", "  ret 0\n")));
  EXPECT_FALSE(keeps_pad(function("f", "  %0 = call @f()\n  ret 0\n")));
}

TEST(DropUnwinds, NotWhereSomethingIs) {
  const std::string throws = function("k", "  throw 1, 2\n");
  EXPECT_TRUE(keeps_pad(function("f", "  throw 1, 2\n")));
  EXPECT_TRUE(keeps_pad(function("f", "  forced_unwind 1, 2, 3\n")));
  EXPECT_TRUE(keeps_pad(function("f", "  %0 = call @k()\n  ret 0\n") + throws));
  EXPECT_TRUE(keeps_pad(function("f", "  %0 = load.8 @g\n  %1 = call_indirect %0()\n  ret 0\n")));
  EXPECT_TRUE(keeps_pad(function("f", "  ret 0\n"), "call_indirect 4096()"));
}

// What is caught on the way does not come out, unless it is passed on there.
TEST(DropUnwinds, PadsOnTheWay) {
  const std::string throws = function("k", "  throw 1, 2\n");
  EXPECT_FALSE(keeps_pad(
      function("f", "  %0 = call @k() unwind C\n  ret 0\nC:\n  %1 = caught\n  ret 0\n") + throws));
  EXPECT_TRUE(keeps_pad(
      function("f", "  %0 = call @k() unwind C\n  ret 0\nC:\n  %1 = caught\n  resume %1, %2\n") +
      throws));
  // Its pad goes first, and the resume in it.
  EXPECT_FALSE(keeps_pad(
      function("f", "  %0 = call @k() unwind C\n  ret 0\nC:\n  %1 = caught\n  resume %1, %2\n") +
      function("k", "  ret 0\n")));
}

}  // namespace
}  // namespace overtake::ir
