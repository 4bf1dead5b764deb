// overtake monitor, and overtake check --equivalence trace.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "run.h"

namespace overtake::test::monitor_tests {
namespace {

using Json = nlohmann::json;

const std::string kLitmus = std::string(OVERTAKE_SOURCE_DIR) + "/tests/litmus/x86/";
const std::string kSubjects = std::string(OVERTAKE_SOURCE_DIR) + "/benchmarks/monitor/subjects/";

TEST(Monitor, StoreBufferingIsNotRobust) {
  const Result r = run({"monitor", kLitmus + "SB.litmus", "--model", "tso"});
  EXPECT_EQ(r.exit_code, 10);
  EXPECT_EQ(r.err, "");
  EXPECT_NE(r.out.find("SB.litmus:5: the store to x is delayed past"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("SB.litmus: 2 violations of sequential consistency under TSO"),
            std::string::npos)
      << r.out;
}

TEST(Monitor, JsonHasThePairThePathAndTheSchedule) {
  const Result r = run({"monitor", kLitmus + "SB.litmus", "--model", "tso", "--json"});
  EXPECT_EQ(r.exit_code, 10);
  const Json json = Json::parse(r.out);
  EXPECT_EQ(json["verdict"], "violation");
  EXPECT_EQ(json["method"], "classes");
  EXPECT_EQ(json["executions"], 3);
  ASSERT_EQ(json["violations"].size(), 2u);
  const Json& v = json["violations"][0];
  EXPECT_EQ(v["delayed"]["line"], 5);
  EXPECT_EQ(v["overtaking"]["line"], 6);
  EXPECT_EQ(v["path"].size(), 4u);
  EXPECT_EQ(v["path"][0]["edge"], "program-order");
  EXPECT_EQ(v["path"][3]["edge"], "from-read");
  EXPECT_FALSE(v["schedule"].empty());
}

TEST(Monitor, RobustIsExitCodeZero) {
  const Result tso = run({"monitor", kLitmus + "2+2W.litmus", "--model", "tso"});
  EXPECT_EQ(tso.exit_code, 0);
  EXPECT_NE(tso.out.find("robust: only SC behaviours under TSO"), std::string::npos) << tso.out;
  EXPECT_EQ(run({"monitor", kLitmus + "2+2W.litmus", "--model", "pso"}).exit_code, 10);
}

// Failures that need a thread to look more than once are none of the monitor's questions.
TEST(Monitor, ProgramsThatFailWhileTheyWait) {
  const std::string programs = std::string(OVERTAKE_SOURCE_DIR) + "/tests/programs/c/";
  for (const char* name : {"wait_lost_bit.c", "wait_maximum_goes_back.c", "wait_stale_pointer.c"})
    for (const char* model : {"tso", "pso"}) {
      const Result r = run({"monitor", programs + name, "--model", model});
      EXPECT_EQ(r.exit_code, 0) << name << " under " << model << ": " << r.out << r.err;
    }
}

TEST(Monitor, ABoundOnPreemptionsIsNoProof) {
  const Json json = Json::parse(run({"monitor", kLitmus + "2+2W.litmus", "--model", "tso",
                                     "--preemption-bound", "0", "--json"})
                                    .out);
  EXPECT_EQ(json["verdict"], "inconclusive");
  EXPECT_EQ(json["method"], "interleavings");
  EXPECT_EQ(json["interleavings"].size(), 1u);
  // Enough preemptions for every interleaving.
  const Result all = run({"monitor", kLitmus + "2+2W.litmus", "--preemption-bound", "20"});
  EXPECT_EQ(all.exit_code, 0) << all.out;
  EXPECT_EQ(run({"monitor", kLitmus + "SB.litmus", "--preemption-bound", "1"}).exit_code, 10);
}

TEST(Monitor, ScIsWrongUse) {
  const Result r = run({"monitor", kLitmus + "SB.litmus", "--model", "sc"});
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_NE(r.err.find("choose tso or pso"), std::string::npos) << r.err;
}

TEST(Monitor, RecordedTraces) {
  const Folder folder;
  const std::string mp = folder.file("mp.axe", R"(0: M[0] := 1
0: M[1] := 1
1: M[1] == 1
1: M[0] == 1
)");
  EXPECT_EQ(run({"monitor", mp, "--model", "tso"}).exit_code, 5);
  const Result r = run({"monitor", mp, "--model", "pso", "--json"});
  EXPECT_EQ(r.exit_code, 10);
  const Json json = Json::parse(r.out);
  EXPECT_EQ(json["method"], "recorded");
  ASSERT_EQ(json["violations"].size(), 1u);
  EXPECT_EQ(json["violations"][0]["delayed"]["line"], 1);
  EXPECT_EQ(json["violations"][0]["overtaking"]["line"], 4);
  EXPECT_EQ(json["violations"][0]["path"].size(), 4u);
  EXPECT_EQ(json["violations"][0]["schedule"].size(), 6u);
}

TEST(Monitor, RecordedTracesMustBeSc) {
  const Folder folder;
  const std::string sb = folder.file("sb.axe", R"(0: M[0] := 1
0: M[1] == 0
1: M[1] := 1
1: M[0] == 0
)");
  const Result r = run({"monitor", sb, "--model", "tso"});
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_NE(r.err.find("not sequentially consistent itself"), std::string::npos) << r.err;
}

TEST(TraceEquivalence, CountsStoreOrders) {
  const auto executions = [](const std::string& model, const std::string& equivalence) {
    const Result r = run({"check", kLitmus + "2+2W.litmus", "--model", model, "--equivalence",
                          equivalence, "--json"});
    const Json json = Json::parse(r.out);
    EXPECT_EQ(json["equivalence"], equivalence);
    return json["executions"]["complete"].get<int>();
  };
  EXPECT_EQ(executions("sc", "trace"), 3);
  EXPECT_EQ(executions("tso", "trace"), 3);
  EXPECT_EQ(executions("pso", "trace"), 4);
}

#ifdef OVERTAKE_HAS_CLANG

// MONITOR's seven subjects: under TSO only the mutual exclusion algorithms leave SC, under PSO with
// its own atomic operations all do; none with fences.
TEST(Subjects, AreAsInThePaper) {
  const std::vector<std::pair<std::string, bool>> subjects{
      {"dekker", true},  {"bakery", true},    {"msn", false},  {"ms2", false},
      {"harris", false}, {"lazylist", false}, {"snark", false}};
  for (const auto& [name, leaves_under_tso] : subjects) {
    SCOPED_TRACE(name);
    const std::string file = kSubjects + name + ".c";
    EXPECT_EQ(run({"monitor", file, "--model", "tso"}).exit_code, leaves_under_tso ? 10 : 0);
    EXPECT_EQ(run({"monitor", file, "--model", "pso", "--pso-rmw", "location"}).exit_code, 10);
    for (const std::string policy : {"all", "location"})
      EXPECT_EQ(
          run({"monitor", file, "--model", "pso", "--pso-rmw", policy, "--", "-DFENCED"}).exit_code,
          0);
  }
}

// The cycle needs two iterations of the loop: y is new in one, x still old in the next.
TEST(Monitor, IterationsWithoutEffectMatter) {
  const Folder folder;
  const std::string file = folder.file("spin.c", R"(#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
#define get(v) atomic_load_explicit(&v, memory_order_relaxed)
#define put(v) atomic_store_explicit(&v, 1, memory_order_relaxed)
void *writer(void *p) { put(x); put(y); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  for (;;) {
    int a = get(x);
    int b = get(y);
    if (a && b) break;
  }
}
)");
  EXPECT_EQ(run({"monitor", file, "--model", "tso"}).exit_code, 0);
  EXPECT_EQ(run({"monitor", file, "--model", "pso"}).exit_code, 10);
}

#endif

}  // namespace
}  // namespace overtake::test::monitor_tests
