#include "fences/patch.h"

#include <gtest/gtest.h>

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
  std::string with(const std::vector<Fence>& fences, PatchStyle style = PatchStyle::Fence) const {
    return make_patch(fences, style).new_texts.at(path_);
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
  EXPECT_EQ(f.with({f.at(2, 3)}, PatchStyle::Order),
            "void f(void) {\n  atomic_store_explicit(&x, 1, memory_order_seq_cst);\n}\n");
}

TEST(Diff, HasHunksWithContext) {
  std::string before, after;
  for (int i = 1; i <= 20; ++i) {
    before += "line" + std::to_string(i) + "\n";
    after += "line" + std::to_string(i) + "\n";
    if (i == 2 || i == 18) after += "new\n";
  }
  EXPECT_EQ(unified_diff("f.c", before, after),
            "--- f.c\n+++ f.c\n@@ -1,5 +1,6 @@\n line1\n line2\n+new\n line3\n line4\n line5\n"
            "@@ -16,5 +17,6 @@\n line16\n line17\n line18\n+new\n line19\n line20\n");
}

}  // namespace
}  // namespace overtake::fences
