// Loops that do not end: bounds by itself, bounds of single loops, and answers within bounds.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "programs.h"
#include "run.h"

namespace overtake::test::deepening_tests {
namespace {

using Json = nlohmann::json;

// The worker counts until it is told to stop; before that, a loop whose iterations are known.
const char* const kEndless = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int stop, n;
int table[8];
void *works(void *a) {
  while (!atomic_load(&stop))
    atomic_fetch_add(&n, 1);
  return a;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < 8; ++i)
    table[i] = i;
  pthread_create(&t, 0, works, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  assert(n < LEAST);
}
)";

Result check(const Folder& folder, const std::string& least, std::vector<std::string> more) {
  std::vector<std::string> words{"check", folder.file("endless.c", kEndless), "--json"};
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"--", "-DLEAST=" + least});
  return run(words);
}

TEST(Deepening, FindsTheShortestError) {
  const Folder folder;
  for (const char* equivalence : {"rf", "rvf", "auto"}) {
    const Result result = check(folder, "3", {"--equivalence", equivalence});
    EXPECT_EQ(result.exit_code, 10) << result.out << result.err;
    const Json report = Json::parse(result.out);
    EXPECT_EQ(report["errors"][0]["kind"], "assertion");
    EXPECT_LE(report["executions"]["complete"], 6) << "small bounds come first";
  }
}

TEST(Deepening, SaysWhatWasCovered) {
  const Folder folder;
  const Result result = check(folder, "1000000", {"--timeout", "2s"});
  EXPECT_EQ(result.exit_code, 5) << result.out << result.err;
  const Json report = Json::parse(result.out);
  EXPECT_EQ(report["verdict"], "inconclusive");
  const Json limit = report["limits"][0];
  EXPECT_EQ(limit["limit"], "deepened") << report["limits"].dump(2);
  EXPECT_GE(limit["number"], 8);
  EXPECT_TRUE(std::string(limit["text"]).ends_with("endless.c:7")) << limit.dump();
}

TEST(Deepening, WithinBoundsMayBeEnough) {
  const Folder folder;
  const Result one = check(folder, "1000000", {"--unroll", "endless.c:7=3", "--accept-bounds"});
  EXPECT_EQ(one.exit_code, 0) << one.out << one.err;
  const Json report = Json::parse(one.out);
  EXPECT_EQ(report["verdict"], "safe");
  EXPECT_EQ(report["within_bounds"], true);
  EXPECT_FALSE(report.contains("next")) << "three iterations were asked for";
  EXPECT_EQ(report["executions"]["bounded"], 1) << "the other loop is not cut off";
  // An error is one all the same, and so is a time limit.
  EXPECT_EQ(check(folder, "3", {"--unroll", "works=3", "--accept-bounds"}).exit_code, 10);
  EXPECT_EQ(check(folder, "1000000", {"--unroll", "3", "--max-executions", "1", "--accept-bounds"})
                .exit_code,
            5);
}

TEST(Deepening, LoopsThatDoNotExistAreWrongUse) {
  const Folder folder;
  for (const char* bound : {"endless.c:8=3", "other.c:7=3", "nobody=3"}) {
    const Result result = check(folder, "3", {"--unroll", bound});
    EXPECT_EQ(result.exit_code, 1) << bound << result.out << result.err;
    EXPECT_NE(result.err.find(bound), std::string::npos) << result.err;
  }
  EXPECT_EQ(check(folder, "3", {"--unroll", "works=0"}).exit_code, 1);
}

// A list that is longer than an execution may be at first is no reason to give up.
TEST(Deepening, LongExecutionsThatEndAreExploredToTheirEnd) {
  const Folder folder;
  const std::string file = folder.file("list.c", R"(#include <assert.h>
struct node { struct node *next; } nodes[6000];
int main(void) {
  for (int i = 0; i + 1 < 6000; ++i) nodes[i].next = &nodes[i + 1];
  int n = 0;
  for (struct node *p = nodes; p; p = p->next) ++n;
  assert(n == 6000);
}
)");
  const Result result = run({"check", file, "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

}  // namespace
}  // namespace overtake::test::deepening_tests
#endif
