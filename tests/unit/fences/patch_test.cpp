#include "fences/patch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fences/diff.h"
#include "fences/statement.h"
#include "support/folder.h"

namespace overtake::fences {
namespace {

// The statement around the mark `@`, which is taken out; "none" if there is none.
std::string statement_at(std::string text) {
  const std::size_t at = text.find('@');
  text.erase(at, 1);
  std::uint32_t line = 1, column = 1;
  for (std::size_t i = 0; i < at; ++i) {
    ++column;
    if (text[i] == '\n') {
      ++line;
      column = 1;
    }
  }
  const auto s = find_statement(text, line, column);
  if (!s) return "none";
  return (s->lone ? "lone: " : "") + text.substr(s->begin, s->end - s->begin);
}

TEST(SourceStatement, IsFound) {
  EXPECT_EQ(statement_at("void f() { x @= 1; y = 2; }"), "x = 1;");
  EXPECT_EQ(statement_at("void f() { a(); atomic_store(&@x, 1); }"), "atomic_store(&x, 1);");
  EXPECT_EQ(statement_at("void f() {\n  p->x[i] @= g(1, 2);\n}"), "p->x[i] = g(1, 2);");
  EXPECT_EQ(statement_at("void f() { /* ; */ x @= ';'; }"), "x = ';';");
  EXPECT_EQ(statement_at("void f() { again: x @= 1; }"), "x = 1;");
  EXPECT_EQ(statement_at("void f() { x @= a && b ? 1 : 2; }"), "x = a && b ? 1 : 2;");
}

TEST(SourceStatement, ThatAloneIsGovernedNeedsBraces) {
  EXPECT_EQ(statement_at("void f() { if (c) x @= 1; else y = 2; }"), "lone: x = 1;");
  EXPECT_EQ(statement_at("void f() { if (c) x = 1; else y @= 2; }"), "lone: y = 2;");
  EXPECT_EQ(statement_at("void f() { while (g(1)) x @= 1; }"), "lone: x = 1;");
}

TEST(SourceStatement, IsNoneInHeadsAndConditions) {
  EXPECT_EQ(statement_at("void f() { for (x @= 0; x < 3; x++) g(); }"), "none");
  EXPECT_EQ(statement_at("void f() { for (; c; x @= 1) g(); }"), "none");
  EXPECT_EQ(statement_at("void f() { if ((x @= 1)) g(); }"), "none");
  EXPECT_EQ(statement_at("void f() { while ((x @= h())) { } }"), "none");
  EXPECT_EQ(statement_at("void f() { (x @= 1) && g(); }"), "none");
  EXPECT_EQ(statement_at("void f() { x @= 1, g(); }"), "none");
}

class PatchedFile {
 public:
  explicit PatchedFile(const std::string& text) : path_(folder_.file("patched.c", text)) {}
  std::string with(const std::vector<Fence>& fences, const RepairOptions& options = {}) const {
    return make_patch(fences, options).new_texts.at(path_);
  }
  Fence at(std::uint32_t line, std::uint32_t column, FenceKind kind = FenceKind::Full) const {
    return {.kind = kind, .file = path_, .line = line, .column = column};
  }

 private:
  test::Folder folder_;
  std::string path_;
};

TEST(Patch, PutsFencesOnLinesOfTheirOwn) {
  const PatchedFile f("#include <stdatomic.h>\nvoid f(void) {\n  x = 1;  // first\n  y = 2;\n}\n");
  EXPECT_EQ(f.with({f.at(3, 5), f.at(4, 5, FenceKind::StoreStore)}),
            "#include <stdatomic.h>\nvoid f(void) {\n  x = 1;  // first\n"
            "  atomic_thread_fence(memory_order_seq_cst);\n  y = 2;\n"
            "  atomic_thread_fence(memory_order_release);\n}\n");
}

TEST(Patch, BracesAndHeadersWhereNeeded) {
  const PatchedFile f("#include <assert.h>\nvoid f(void) {\n  if (c) x = 1; else y = 2;\n}\n");
  EXPECT_EQ(f.with({f.at(3, 12)}),
            "#include <assert.h>\n#include <stdatomic.h>\nvoid f(void) {\n"
            "  if (c) { x = 1; atomic_thread_fence(memory_order_seq_cst); } else y = 2;\n}\n");
}

TEST(Patch, OrdersInsteadOfFences) {
  const PatchedFile f("void f(void) {\n  atomic_store_explicit(&x, 1, memory_order_relaxed);\n}\n");
  const std::string text =
      "void f(void) {\n  atomic_store_explicit(&x, 1, memory_order_relaxed);\n}\n";
  Fence full = f.at(2, 3);
  EXPECT_EQ(order_instead(text, 2, 3, FenceKind::Full, FenceWhere::After), "memory_order_seq_cst");
  full.order = "memory_order_seq_cst";
  EXPECT_EQ(f.with({full}),
            "void f(void) {\n  atomic_store_explicit(&x, 1, memory_order_seq_cst);\n}\n");
  EXPECT_EQ(order_instead(text, 2, 3, FenceKind::StoreStore, FenceWhere::Before),
            "memory_order_release");
  EXPECT_EQ(order_instead(text, 2, 3, FenceKind::StoreStore, FenceWhere::After), "")
      << "release does nothing for what follows the store";
  const std::string cpp = "void f() {\n  x.store(1, std::memory_order::release);\n}\n";
  EXPECT_EQ(order_instead(cpp, 2, 5, FenceKind::StoreStore, FenceWhere::Before), "");
  EXPECT_EQ(order_instead(cpp, 2, 5, FenceKind::Full, FenceWhere::After), "memory_order_seq_cst");
  EXPECT_EQ(order_instead("void f() {\n  x = 1;\n}\n", 2, 5, FenceKind::Full, FenceWhere::After),
            "");
}

TEST(Patch, PutsFencesBeforeStatements) {
  const PatchedFile f(
      "#include <stdatomic.h>\nvoid f(void) {\n  int r = x;\n  if (y) g();\n  if (r) r = z;\n}\n");
  const auto before = [&](std::uint32_t line, std::uint32_t column) {
    Fence fence = f.at(line, column);
    fence.where = FenceWhere::Before;
    return fence;
  };
  EXPECT_EQ(f.with({before(3, 11), before(4, 7), before(5, 14)}, {.full_fence = "smp_mb();"}),
            "#include <stdatomic.h>\nvoid f(void) {\n  smp_mb();\n  int r = x;\n  smp_mb();\n"
            "  if (y) g();\n  if (r) { smp_mb(); r = z; }\n}\n");
}

// Where the statement around the mark `@` begins; "none" if nothing can be put there.
std::string start_at(std::string text) {
  const std::size_t at = text.find('@');
  text.erase(at, 1);
  const auto s = find_start(text, 1, static_cast<std::uint32_t>(at + 1));
  if (!s) return "none";
  return (s->end ? "braces: " : "") + text.substr(s->begin);
}

TEST(SourceStart, IsFound) {
  EXPECT_EQ(start_at("void f() { int r = @x; }"), "int r = x; }");
  EXPECT_EQ(start_at("void f() { g(); return @x; }"), "return x; }");
  EXPECT_EQ(start_at("void f() { if (g(@x)) h(); }"), "if (g(x)) h(); }");
  EXPECT_EQ(start_at("void f() { a: r = @x; }"), "r = x; }");
  EXPECT_EQ(start_at("void f() { while (c) r = @x; }"), "braces: r = x; }");
}

TEST(SourceStart, IsNoneWhereItWouldBeDoneAtAnotherTime) {
  EXPECT_EQ(start_at("void f() { while (@x) {} }"), "none");
  EXPECT_EQ(start_at("void f() { for (; @x; ) {} }"), "none");
  EXPECT_EQ(start_at("void f() { for (a; b; @x) {} }"), "none");
  EXPECT_EQ(start_at("void f() { if (a) {} else if (@x) {} }"), "none");
  EXPECT_EQ(start_at("void f() { r = a && @x; }"), "none");
  EXPECT_EQ(start_at("void f() { r = a ? b : @x; }"), "none");
  EXPECT_EQ(start_at("void f() { int r[] = {@x}; }"), "none");
  EXPECT_EQ(start_at("void f() { for (int i : @x) {} }"), "none");
}

TEST(Diff, HasHunksWithContext) {
  std::string before, after;
  for (int i = 1; i <= 20; ++i) {
    before += "line" + std::to_string(i) + "\n";
    after += "line" + std::to_string(i) + "\n";
    if (i == 2 || i == 18) after += "new\n";
  }
  EXPECT_EQ(unified_diff("f.c", before, after),
            "--- a/f.c\n+++ b/f.c\n@@ -1,5 +1,6 @@\n line1\n line2\n+new\n line3\n line4\n line5\n"
            "@@ -16,5 +17,6 @@\n line16\n line17\n line18\n+new\n line19\n line20\n");
}

TEST(Diff, SaysWhereANewlineIsMissing) {
  EXPECT_EQ(unified_diff("f.c", "a\nb", "a\nx\nb"),
            "--- a/f.c\n+++ b/f.c\n@@ -1,2 +1,3 @@\n a\n+x\n b\n\\ No newline at end of file\n");
  EXPECT_EQ(unified_diff("f.c", "", "a\n"), "--- a/f.c\n+++ b/f.c\n@@ -0,0 +1,1 @@\n+a\n");
  EXPECT_EQ(unified_diff("f.c", "same\n", "same\n"), "");
}

TEST(Diff, NamesFilesAsGitDoes) {
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(name_in_diff("a/../b/x.c"), "b/x.c");
  EXPECT_EQ(name_in_diff(here + "/src/x.c"), "src/x.c");
  EXPECT_EQ(name_in_diff("/elsewhere/x.c"), "elsewhere/x.c");
  EXPECT_TRUE(unified_diff("two words.c", "", "a\n")
                  .starts_with("--- a/two words.c\t\n+++ b/two words.c\t\n"));
}

TEST(Diff, IsShortForLongFiles) {
  std::string before, after;
  for (int i = 0; i < 20'000; ++i) {
    before += std::to_string(i) + "\n";
    after += (i % 5000 == 4999 ? "new\n" : "") + std::to_string(i) + "\n";
  }
  const std::string diff = unified_diff("f.c", before, after);
  EXPECT_EQ(std::ranges::count(diff, '\n'), 2 + 3 * 8 + 6);
}

}  // namespace
}  // namespace overtake::fences
