#include "frontend/clang/async_labels.h"

#include <gtest/gtest.h>

namespace overtake::test {
namespace {

using frontend::rewrite_async_labels;

TEST(AsyncLabels, NothingToDo) {
  EXPECT_FALSE(rewrite_async_labels("int main(void) { label: return 0; }"));
  EXPECT_FALSE(rewrite_async_labels("// __CPROVER_ASYNC_1: f();\nint x;"));
  EXPECT_FALSE(rewrite_async_labels("char* s = \"__CPROVER_ASYNC_1: f();\";"));
  EXPECT_FALSE(rewrite_async_labels("int my__CPROVER_ASYNC_1 : 3;"));
}

TEST(AsyncLabels, Expression) {
  EXPECT_EQ(rewrite_async_labels("{ __CPROVER_ASYNC_1: f(\";\", (a, b)); g(); }"),
            "{ __overtake_async(^{ f(\";\", (a, b));}); g(); }");
}

TEST(AsyncLabels, LinesStay) {
  EXPECT_EQ(rewrite_async_labels("__CPROVER_ASYNC_x :\n  f(),\n  g = 1; // ; }\nh();"),
            "__overtake_async(^{\n  f(),\n  g = 1;}); // ; }\nh();");
}

TEST(AsyncLabels, Block) {
  EXPECT_EQ(rewrite_async_labels("__CPROVER_ASYNC_1: { if (x) { y(); } z; } w;"),
            "__overtake_async(^{ { if (x) { y(); } z; }}); w;");
}

TEST(AsyncLabels, UnfinishedText) {
  for (const char* text : {"__CPROVER_ASYNC_1:", "__CPROVER_ASYNC_1: f(", "__CPROVER_ASYNC_1: \"",
                           "__CPROVER_ASYNC_1: /*", "__CPROVER_ASYNC_1: '\\", "__CPROVER_ASYNC_1"})
    rewrite_async_labels(text);
}

}  // namespace
}  // namespace overtake::test
