// Programs that die, or are many: what was found is not lost, and nothing hangs.
#include <gtest/gtest.h>

#include "harness.h"

namespace overtake::observe::test {
namespace {

class Faults : public testing::Test {
 protected:
  Workshop work;
  const std::string program = work.program("faults.c");
  // Seeds with which the violation is found before the end.
  const std::vector<std::string> seeds{"--runs", "12", "--timeout", "20s"};

  Json end_by(const std::string& how) { return observe_json(seeds, {program, how}); }
};

std::size_t ended(const Json& result, const std::string& how, int code) {
  std::size_t n = 0;
  for (const Json& r : result["runs"]) n += r["end"] == how && r["code"] == code ? 1 : 0;
  return n;
}
bool has_crash(const Json& result, int signal) {
  for (const Json& e : result["errors"])
    if (e["kind"] == "crash" && e["signal"] == signal) return true;
  return false;
}

TEST_F(Faults, ExitInAThread) {
  for (const char* how : {"exit", "_exit", "quick"}) {
    const Json result = end_by(how);
    EXPECT_EQ(ended(result, "exited", 3), 12u) << how;
    EXPECT_FALSE(result["violations"].empty()) << how;
  }
}

TEST_F(Faults, Crashes) {
  for (const auto& [how, signal] : {std::pair("abort", 6), {"segv", 11}, {"overflow", 11}}) {
    const Json result = end_by(how);
    EXPECT_EQ(ended(result, "signalled", signal), 12u) << how;
    EXPECT_TRUE(has_crash(result, signal)) << how;
    EXPECT_FALSE(result["violations"].empty()) << how;
  }
}

TEST_F(Faults, Killed) {
  for (const auto& [how, signal] : {std::pair("kill", 9), {"term", 15}}) {
    const Json result = end_by(how);
    EXPECT_EQ(ended(result, "signalled", signal), 12u) << how;
    EXPECT_FALSE(result["violations"].empty()) << how;
  }
}

TEST_F(Faults, ForkedChildrenAreWatched) {
  const Json result = end_by("fork");
  EXPECT_EQ(ended(result, "exited", 0), 12u);
  for (const Json& r : result["runs"]) EXPECT_EQ(r["processes"], 2);
  EXPECT_FALSE(result["violations"].empty());
}

TEST_F(Faults, AnotherProgramIsExecuted) {
  const Json result = end_by("exec");
  EXPECT_EQ(ended(result, "exited", 1), 12u);
  EXPECT_FALSE(result["violations"].empty());
}

TEST_F(Faults, MainEndsBeforeTheOthers) {
  const Json result = end_by("main");
  EXPECT_EQ(ended(result, "exited", 0), 12u);
  EXPECT_LT(result["seconds"],
            10);  // no thread waits for the zombie of the first one: that took 12
}

// What is found after the first thread has ended has names and lines as well.
TEST_F(Faults, FindingsAfterTheEndOfMainHaveNames) {
  const std::string rest = work.program_of(
      "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y;\n"
      "static void *store_x(void *a) {\n"
      "  atomic_store_explicit(&x, 1, memory_order_relaxed);\n"
      "  return atomic_load_explicit(&y, memory_order_relaxed) ? a : 0;\n}\n"
      "static void *store_y(void *a) {\n"
      "  atomic_store_explicit(&y, 1, memory_order_relaxed);\n"
      "  return atomic_load_explicit(&x, memory_order_relaxed) ? a : 0;\n}\n"
      "int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, store_x, 0);\n"
      "  pthread_create(&t, 0, store_y, 0);\n  pthread_exit(0);\n}\n");
  const auto found = pairs(observe_json({"--runs", "60", "--timeout", "20s"}, {rest}), "tso");
  EXPECT_EQ(found, (std::vector<std::pair<int, int>>{{5, 10}, {9, 6}}));
}

TEST_F(Faults, NoMoreMemory) {
  // Address space for the runtime, and little more.
  const std::string limited = work.write("limited", "ulimit -v 1000000\nexec \"$@\"\n");
  const Finished done = observe({"--runs", "2", "--show-output", "--timeout", "30s"},
                                {"sh", limited, program, "memory"});
  EXPECT_NE(done.out.find("no more memory"), std::string::npos) << done.out << done.err;
  EXPECT_EQ(done.out.find("internal error"), std::string::npos) << done.out << done.err;
}

TEST_F(Faults, TimeIsUp) {
  const std::string sleeps = work.program_of(
      "#include <pthread.h>\nstatic volatile int x;\nstatic void *f(void *a) { for (;;) x = 1; "
      "return a; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; "
      "}\n");
  const Finished done = observe({"--timeout", "300ms"}, {sleeps});
  EXPECT_EQ(done.code, 5) << done.out;
  EXPECT_NE(done.out.find("1 run reached the time limit"), std::string::npos) << done.out;
}

// Without `overtake observe`: as sanitizers do it.
TEST_F(Faults, ProgramsShowTheirFindingsThemselves) {
  const std::string buffering = work.program("store_buffering.c");
  int found = 0;
  for (int seed = 1; seed <= 12; ++seed) {
    const std::string options = "seed=" + std::to_string(seed) + ":reporter=" + overtake();
    const Finished done = run({buffering}, {}, {{"OVERTAKE_OPTIONS", options}});
    if (done.code == 0) {
      EXPECT_EQ(done.err, "");
      continue;
    }
    ++found;
    EXPECT_EQ(done.code, 10);
    EXPECT_NE(done.err.find("WARNING: overtake: not sequentially consistent"), std::string::npos);
    EXPECT_NE(done.err.find("overtake: 1 finding (seed "), std::string::npos) << done.err;
    const Finished other = run({buffering}, {}, {{"OVERTAKE_OPTIONS", options + ":exitcode=77"}});
    EXPECT_EQ(other.code, 77);
  }
  EXPECT_GT(found, 0);
  const std::string rules = work.write("rules", "violation:left\n");
  for (int seed = 1; seed <= 12; ++seed)
    EXPECT_EQ(run({buffering}, {},
                  {{"OVERTAKE_OPTIONS", "seed=" + std::to_string(seed) + ":reporter=" + overtake() +
                                            ":suppressions=" + rules}})
                  .code,
              0);
}

TEST_F(Faults, ProgramsThatDieShowWhy) {
  const Finished done =
      run({program, "segv"}, {}, {{"OVERTAKE_OPTIONS", "reporter=" + overtake()}});
  EXPECT_EQ(done.code, 128 + 11);
  EXPECT_NE(done.err.find("the program died of a signal: Segmentation fault"), std::string::npos)
      << done.err;
  EXPECT_NE(done.err.find("faults.c:"), std::string::npos) << done.err;
}

}  // namespace
}  // namespace overtake::observe::test
