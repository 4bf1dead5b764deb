// Random runs: alone, and beside an exploration that would take for ever.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "programs.h"
#include "run.h"

namespace overtake::test::hunt_tests {
namespace {

using Json = nlohmann::json;

const char* const kStoreBuffering = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
void *first(void *p) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, 0);
  assert(a || b);
}
)";

// One of N threads is wrong, in one of a large number of executions; depth-first search comes to it
// last.
const char* const kFarAway = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
enum { N = 7, ROUNDS = 4 };
atomic_int seen[N], first_done, last_done;
void *works(void *p) {
  const int me = (int)(long)p;
  if (me == 0)
    assert(atomic_load(&last_done) == 0);
  for (int i = 0; i < ROUNDS; ++i)
    atomic_fetch_add(&seen[(me + i) % N], me);
  if (me == N - 1)
    atomic_store(&last_done, 1);
  return p;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; ++i)
    pthread_create(&t[i], 0, works, (void *)i);
  for (int i = 0; i < N; ++i)
    pthread_join(t[i], 0);
}
)";

const char* const kHangs = R"(#include <pthread.h>
#include <stdatomic.h>
atomic_int ready, taken;
void *waits(void *p) {
  while (!atomic_load(&ready))
    ;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  if (atomic_exchange(&taken, 1))
    atomic_store(&ready, 1);
  pthread_join(t, 0);
}
)";

Result check(const std::string& file, std::vector<std::string> more) {
  more.insert(more.begin(), {"check", file, "--json", "--schedule", "none"});
  return run(more);
}

TEST(Hunt, FindsWhatStoreBuffersDo) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  for (const char* model : {"tso", "pso"}) {
    const Result result = check(file, {"--hunt", "20s", "--model", model});
    EXPECT_EQ(result.exit_code, 10) << result.out << result.err;
    EXPECT_EQ(Json::parse(result.out)["errors"][0]["kind"], "assertion");
  }
}

TEST(Hunt, ProvesNothing) {
  const Folder folder;
  const Result result =
      check(folder.file("sb.c", kStoreBuffering), {"--hunt", "2s", "--model", "sc"});
  EXPECT_EQ(result.exit_code, 5) << result.out << result.err;
  const Json report = Json::parse(result.out);
  EXPECT_EQ(report["verdict"], "inconclusive");
  EXPECT_EQ(report["limits"][0]["limit"], "hunted");
  EXPECT_EQ(report["hunt"]["executions"], 3) << "all that there are";
  EXPECT_LT(report["hunt"]["estimate"], 4);
  EXPECT_EQ(report["hunt"]["given_up"], 0);
}

TEST(Hunt, ASeedRepeatsIt) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const auto runs = [&](const char* seed) {
    const Result result = check(file, {"--hunt", "20s", "--model", "tso", "--seed", seed});
    return Json::parse(result.out)["hunt"]["runs"].get<int>();
  };
  EXPECT_EQ(runs("7"), runs("7"));
  EXPECT_GE(runs("7"), 1);
}

TEST(Hunt, KnowsWaitingFromHanging) {
  const Folder folder;
  const Result result = check(folder.file("hangs.c", kHangs), {"--hunt", "20s"});
  EXPECT_EQ(result.exit_code, 10) << result.out << result.err;
  EXPECT_EQ(Json::parse(result.out)["errors"][0]["kind"], "hang");
}

TEST(Hunt, IsOnBesideAnExploration) {
  const Folder folder;
  const std::string file = folder.file("far_away.c", kFarAway);
  const Result with = check(file, {"--timeout", "60s"});
  EXPECT_EQ(with.exit_code, 10) << with.out << with.err;
  EXPECT_NE(with.out.find("met by a random run"), std::string::npos) << with.out;
  const Result without = check(file, {"--hunt", "off", "--timeout", "500ms"});
  EXPECT_EQ(without.exit_code, 5) << without.out << without.err;
}

}  // namespace
}  // namespace overtake::test::hunt_tests
#endif
