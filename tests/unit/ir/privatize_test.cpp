// Which objects leave their thread: each way out and each way to stay, on programs in text form.
#include "ir/privatize.h"

#include <gtest/gtest.h>

#include "generator.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace overtake::ir {
namespace {

constexpr const char* kPrelude = R"(
entry @main
global @g size 8
global @t size 8 thread_local
global @u size 8 thread_local
func @worker(%0) registers 2 {
  ret 0
}
func @identity(%0) registers 1 {
  ret %0
}
func @keep(%0) registers 1 {
  store.8 @g, %0
  ret
}
func @read(%0) registers 2 {
  %1 = load.8 %0
  ret %1
}
func @put(%0, %1) registers 2 {
  store.8 %0, %1
  ret
}
func @leak_contents(%0) registers 2 {
  %1 = load.8 %0
  store.8 @g, %1
  ret
}
func @leak_deep(%0) registers 3 {
  %1 = load.8 %0
  %2 = load.8 %1
  store.8 @g, %2
  ret
}
func @deref(%0) registers 2 {
  %1 = load.8 %0
  store.8 %1, 5
  ret
}
func @lift(%0) registers 3 {
  %1 = load.8 %0
  %2 = load.8 %1
  store.8 %0, %2
  ret
}
func @errno() registers 1 {
  %0 = thread_local @t
  ret %0
}
)";

// One letter for each Alloca of main: p private, s shared.
std::string marks(const std::string& body, const std::string& more = "") {
  Program p =
      parse(std::string(kPrelude) + more + "func @main() registers 20 {\n" + body + "}\n", "test");
  privatize(p);
  EXPECT_EQ(verify(p), std::vector<std::string>{});
  std::string text;
  for (const Instruction& i : p.functions[p.entry.index()].code)
    if (i.op == Opcode::Alloca) text += i.count == 1 ? 'p' : 's';
  return text;
}

TEST(Privatize, UsedAsAddressOnly) {
  EXPECT_EQ(marks(R"(
  %0 = alloca 16
  store.8 %0, 1
  %1 = load.8 %0
  %2 = add.64 %0, 8
  store.8 %2, %1
  memcopy.8 %2, %0, 8
  memset %0, 0, 16
  %3 = eq.64 %0, %2
  store.8 @g, %3
  store.8 seq_cst %2, 3
  ret
)"),
            "p");
}

// They drain the thread's buffers, wherever they go.
TEST(Privatize, TargetsOfReadModifyWritesAreShared) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = rmw.8 add seq_cst %0, 1\n  ret\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = cas.8 seq_cst %0, 1, 2\n  ret\n"), "s");
}

TEST(Privatize, StoredInAGlobal) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  store.8 @g, %0\n  ret\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = add.64 %0, 4\n  store.8 @g, %1\n  ret\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = rmw.8 exchange seq_cst @g, %0\n  ret\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = cas.8 seq_cst @g, 0, %0\n  ret\n"), "s");
}

TEST(Privatize, ComparedWithAGlobal) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = cas.8 seq_cst @g, %0, 0\n  ret\n"), "p");
}

TEST(Privatize, StoredOnTheHeap) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = alloc 8\n  store.8 %1, %0\n  ret\n"), "s");
}

TEST(Privatize, StoredThroughAPointerFromTheHeap) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = load.8 @g\n  store.8 %1, %0\n  ret\n"), "s");
}

TEST(Privatize, WaysOut) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = spawn @worker, %0\n  ret\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  ret %0\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  ret 0, %0\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  thread_exit %0\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  throw %0, 0\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  resume 0, %0\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = load.8 @g\n  call_indirect %1(%0)\n  ret\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = sync.8 mutex_lock seq_cst %0\n  ret\n"), "s");
}

TEST(Privatize, NoWaysOut) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  free %0\n  ret\n"), "p");
  EXPECT_EQ(marks("  %0 = alloca 8\n  print %0, 8\n  ret\n"), "p");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = object_size %0\n  ret\n"), "p");
  EXPECT_EQ(marks("  %0 = alloca 8\n  fail assertion %0\n"), "p");
}

TEST(Privatize, FrontEndsMarksStay) {
  EXPECT_EQ(marks("  %0 = alloca 8 private\n  store.8 @g, %0\n  ret\n"), "p");
}

TEST(Privatize, CapturedLaterIsSharedFromBirth) {
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  store.8 %0, 1
  branch 1, L1, L2
L1:
  ret
L2:
  store.8 @g, %0
  ret
)"),
            "s");
}

TEST(Privatize, StoredInAPrivateObject) {
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  store.8 %1, %0
  %2 = load.8 %1
  store.8 %2, 5
  ret
)"),
            "pp");
}

TEST(Privatize, LoadedFromAPrivateObjectAndCaptured) {
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  store.8 %1, %0
  %2 = load.8 %1
  store.8 @g, %2
  ret
)"),
            "sp");
}

TEST(Privatize, StoredInASharedObject) {
  // %1 is captured before and after %0 is stored in it: the order does not matter.
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  store.8 @g, %1
  store.8 %1, %0
  ret
)"),
            "ss");
}

TEST(Privatize, WrittenByOthersWhenShared) {
  // Another thread may put a pointer to anything shared into %1; storing %0 there shares it.
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  store.8 @g, %1
  %2 = load.8 %1
  store.8 %2, %0
  ret
)"),
            "ss");
}

TEST(Privatize, CopiedWithItsObject) {
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  store.8 %1, %0
  memcopy.8 @g, %1, 8
  ret
)"),
            "sp");
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  %2 = alloca 8
  store.8 %1, %0
  memcopy.1 %2, %1, 8
  %3 = load.8 %2
  store.8 %3, 1
  ret
)"),
            "ppp");
}

TEST(Privatize, ByteWise) {
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  store.8 %1, %0
  %2 = load.1 %1
  store.1 @g, %2
  ret
)"),
            "sp");
}

TEST(Privatize, WideValues) {
  EXPECT_EQ(marks("  %2 = alloca 8\n  %1 = mov 0\n  store.16 @g, %1\n  ret\n"), "s");
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 16
  store.8 %1, %0
  %2 = load.16 %1
  store.8 @g, %3
  ret
)"),
            "sp");
}

TEST(Privatize, SelectAndBitTricks) {
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = select 1, %0, 0
  %2 = and.64 %1, 0xfffffffffffffff8
  %3 = or.64 %2, 1
  store.8 %3, 7
  %4 = alloca 8
  store.8 %3, %4
  ret
)"),
            "pp");
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = and.64 @g, %5
  %2 = or.64 %1, %6
  store.8 %2, %0
  ret
)"),
            "s");
}

TEST(Privatize, CallsThatKeepNothing) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = call @read(%0)\n  store.8 @g, %1\n  ret\n"), "p");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = call @identity(%0)\n  store.8 %1, 3\n  ret\n"), "p");
}

TEST(Privatize, CallsThatKeep) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  call @keep(%0)\n  ret\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = call @identity(%0)\n  store.8 @g, %1\n  ret\n"), "s");
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = call @identity(%0)\n  ret %1\n"), "s");
}

TEST(Privatize, CallsAreToldApart) {
  // One result of identity is captured, the other is not.
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  %2 = call @identity(%0)
  %3 = call @identity(%1)
  store.8 @g, %2
  store.8 %3, 1
  ret
)"),
            "sp");
}

TEST(Privatize, CalleeStoresOneArgumentInAnother) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = alloca 8\n  call @put(%0, %1)\n  ret\n"), "pp");
  EXPECT_EQ(marks("  %0 = alloca 8\n  call @put(@g, %0)\n  ret\n"), "s");
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  call @put(%0, %1)
  %2 = load.8 %0
  store.8 @g, %2
  ret
)"),
            "ps");
}

TEST(Privatize, CalleeCapturesContents) {
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  store.8 %0, %1
  call @leak_contents(%0)
  ret
)"),
            "ps");
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  %2 = alloca 8
  store.8 %0, %1
  store.8 %1, %2
  call @leak_deep(%0)
  ret
)"),
            "pss");  // what is reachable from an argument is one object: %1 goes with %2
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  store.8 %0, %1
  call @deref(%0)
  ret
)"),
            "pp");
}

TEST(Privatize, CalleeMovesContentsUp) {
  // lift makes %0 point to %2 directly; the load then gives %2.
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  %2 = alloca 8
  store.8 %0, %1
  store.8 %1, %2
  call @lift(%0)
  %3 = load.8 %0
  %4 = alloca 8
  store.8 %3, %4
  %5 = load.8 %2
  store.8 @g, %5
  ret
)"),
            "ppps");
}

TEST(Privatize, AliasedArguments) {
  const std::string callee = R"(
func @alias(%0, %1, %2) registers 4 {
  store.8 %0, %2
  %3 = load.8 %1
  store.8 @g, %3
  ret
}
)";
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = alloca 8\n  call @alias(%0, %0, %1)\n  ret\n", callee),
            "ps");
  EXPECT_EQ(marks(R"(
  %0 = alloca 8
  %1 = alloca 8
  %2 = alloca 8
  call @alias(%0, %1, %2)
  ret
)",
                  callee),
            "ppp");
}

TEST(Privatize, LocalOfACalleeInAnObjectOfTheCaller) {
  Program p = parse(std::string(kPrelude) + R"(
func @dangle(%0) registers 2 {
  %1 = alloca 8
  store.8 %0, %1
  ret
}
func @main() registers 1 {
  %0 = alloca 8
  call @dangle(%0)
  ret
}
)",
                    "test");
  privatize(p);
  EXPECT_EQ(p.functions[p.functions.size() - 2].code[0].count, 0u);
  EXPECT_EQ(p.functions.back().code[0].count, 1u);
}

TEST(Privatize, Recursion) {
  const std::string even_odd = R"(
func @even(%0, %1) registers 3 {
  %2 = alloca 8
  store.8 %0, 1
  call @odd(%2, %0)
  ret
}
func @odd(%0, %1) registers 3 {
  branch %1, L1, L2
L1:
  call @even(%1, %0)
  ret
L2:
  KEEP
  ret
}
)";
  const std::string body = "  %0 = alloca 8\n  %1 = alloca 8\n  call @even(%0, %1)\n  ret\n";
  std::string harmless = even_odd;
  harmless.replace(harmless.find("KEEP"), 4, "store.8 %0, 1");
  EXPECT_EQ(marks(body, harmless), "pp");
  std::string keeps = even_odd;
  keeps.replace(keeps.find("KEEP"), 4, "store.8 @g, %0");
  // What odd keeps is even's own local; main's %0 returns as even's %0 and odd's %1.
  EXPECT_EQ(marks(body, keeps), "pp");
  std::string keeps_other = even_odd;
  keeps_other.replace(keeps_other.find("KEEP"), 4, "store.8 @g, %1");
  EXPECT_EQ(marks(body, keeps_other), "sp");
}

TEST(Privatize, VariadicArguments) {
  const std::string callee = "func @v(%0, ...) registers 1 {\n  ret\n}\n";
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = alloca 8\n  call @v(%0, %1)\n  ret\n", callee), "ps");
}

std::string thread_local_marks(const std::string& body) {
  Program p = parse(std::string(kPrelude) + "func @main() registers 9 {\n" + body + "}\n", "test");
  privatize(p);
  EXPECT_EQ(verify(p), std::vector<std::string>{});
  std::string text;
  for (const Global& g : p.globals)
    if (g.thread_local_) text += g.private_ ? 'p' : 's';
  return text;
}

TEST(Privatize, ThreadLocals) {
  EXPECT_EQ(thread_local_marks("  ret\n"), "pp");
  EXPECT_EQ(thread_local_marks("  %0 = call @errno()\n  store.8 %0, 1\n  ret\n"), "pp");
  EXPECT_EQ(thread_local_marks("  %0 = call @errno()\n  store.8 @g, %0\n  ret\n"), "sp");
  EXPECT_EQ(thread_local_marks("  %0 = thread_local @u\n  %1 = spawn @worker, %0\n  ret\n"), "ps");
  EXPECT_EQ(thread_local_marks("  %0 = thread_local @u\n  call @keep(%0)\n  ret\n"), "ps");
  // main's result goes to the thread that joins it.
  EXPECT_EQ(thread_local_marks("  %0 = thread_local @u\n  ret %0\n"), "ps");
  // errno is called through a pointer, so its result is not followed.
  EXPECT_EQ(thread_local_marks("  %0 = call_indirect @errno()\n  store.8 @g, %0\n  ret\n"), "sp");
  EXPECT_EQ(thread_local_marks("  %0 = spawn @errno, 0\n  ret\n"), "sp");
  // One thread-local in another: the second keeps no account of what it holds.
  EXPECT_EQ(thread_local_marks(
                "  %0 = thread_local @u\n  %1 = thread_local @t\n  store.8 %0, %1\n  ret\n"),
            "sp");
}

TEST(Privatize, FunctionPointersInGlobals) {
  const std::string text = R"(
entry @main
global @t size 8 thread_local
global @table size 12 = "....BYTES"
func @wrapper() registers 1 {
  %0 = thread_local @t
  ret %0
}
func @main() registers 2 {
  %0 = load.8 @table+4
  %1 = call_indirect %0()
  store.8 @table, %1
  ret
}
)";
  auto shared_with = [&](std::uint64_t word) {
    std::string bytes;
    for (int k = 0; k < 8; ++k, word >>= 8)
      bytes += "\\x" + std::string(1, "0123456789abcdef"[word >> 4 & 15]) +
               "0123456789abcdef"[word & 15];
    std::string with = text;
    with.replace(with.find("BYTES"), 5, bytes);
    Program p = parse(with, "test");
    privatize(p);
    return !p.globals[0].private_;
  };
  EXPECT_TRUE(shared_with(function_address(FunctionId{0})));
  EXPECT_FALSE(shared_with(function_address(FunctionId{1})));
}

TEST(Privatize, AllocaInAThreadLocal) {
  EXPECT_EQ(marks("  %0 = alloca 8\n  %1 = thread_local @t\n  store.8 %1, %0\n  ret\n"), "s");
}

TEST(Privatize, RandomProgramsStayWellFormed) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Program p = random_program(seed);
    privatize(p);
    ASSERT_EQ(verify(p), std::vector<std::string>{}) << "seed " << seed;
    Program again = p;
    privatize(again);
    ASSERT_EQ(again, p) << "seed " << seed;
  }
}

}  // namespace
}  // namespace overtake::ir
