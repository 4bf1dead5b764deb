// Schedules that violations need. Which seeds come to them is a matter of luck: these are some that
// do (docs/observe.md says how many it takes).
#include <gtest/gtest.h>

#include "harness.h"

namespace overtake::observe::test {
namespace {

// Both ends are preempted before their stores, and one thread at its end.
TEST(ObserveSchedules, MeetBothEndsOfARing) {
  const Workshop work;
  const std::string program = work.program("../../../examples/spsc_queue.c");
  const Json result = observe_json({"--runs", "120"}, {program});
  EXPECT_EQ(pairs(result, "tso"), (Lines{{24, 30}, {32, 22}}));
  EXPECT_EQ(pairs(result, "pso"), (Lines{{24, 30}, {32, 22}}));
  EXPECT_EQ(result["unproved"], 0);
}

// One pair needs a thread whose store is in its buffer when all that it does is done; main returns
// without waiting for any thread.
TEST(ObserveSchedules, PutOffTheEndsOfThreadsAndOfMain) {
  const Workshop work;
  const std::string program =
      work.program("../../../benchmarks/programs/boop.c", Compiler::Clang, {"-O0"});
  const Json result = observe_json({"--seed", "310", "--runs", "150"}, {program});
  EXPECT_EQ(pairs(result, "tso"), (Lines{{15, 28}, {27, 13}, {27, 16}}));
  EXPECT_EQ(result["unproved"], 0);
}

// A thread that builds something in memory of its own in each round of its wait waits all the same.
TEST(ObserveSchedules, WaitsMayWriteMemoryOfTheirOwn) {
  const Workshop work;
  const std::string program = work.program_of(
      "#include <pthread.h>\n#include <stdatomic.h>\n"
      "struct item { char* text; char buffer[16]; };\n"
      "atomic_int full;\nint got;\n"
      "__attribute__((noinline)) void make(struct item* i, int n) {\n"
      "  i->text = i->buffer;\n  i->text[0] = (char)n;\n}\n"
      "__attribute__((noinline)) int offer(struct item* i) {\n"
      "  if (atomic_load(&full)) return 0;\n"
      "  got += i->text[0];\n  atomic_store(&full, 1);\n  return 1;\n}\n"
      "void* produce(void* p) {\n"
      "  for (int n = 1; n <= 3; n++)\n"
      "    for (;;) {\n      struct item i;\n      make(&i, n);\n"
      "      if (offer(&i)) break;\n    }\n  return p;\n}\n"
      "int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, produce, 0);\n"
      "  for (int n = 0; n < 3; n++) {\n    while (!atomic_load(&full)) {\n    }\n"
      "    atomic_store(&full, 0);\n  }\n  pthread_join(t, 0);\n  return got - 6;\n}\n");
  const Json result = observe_json({"--runs", "40", "--timeout", "20s"}, {program});
  for (const Json& r : result["runs"]) {
    EXPECT_EQ(r["code"], 0);
    EXPECT_LT(r["events"], 100'000);
  }
}

// How main ends makes no difference, nor do threads that never do.
TEST(ObserveSchedules, TheProcessEndsThoughOtherThreadsDoNot) {
  const Workshop work;
  for (const std::string end : {"return 3;", "exit(3);"})
    for (const std::string round : {"++x;", "sched_yield();", "usleep(1000);"}) {
      SCOPED_TRACE(end + " " + round);
      const std::string program = work.program_of(
          "#include <pthread.h>\n#include <sched.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
          "volatile int x;\n"
          "void* run(void* p) {\n  for (;;) " +
          round +
          "\n  return p;\n}\n"
          "int main(void) {\n  pthread_t t[2];\n"
          "  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, run, 0);\n  x = 1;\n  " +
          end + "\n}\n");
      const Finished done =
          observe({"--runs", "6", "--timeout", "20s", "--model", "tso"}, {program});
      EXPECT_EQ(done.code, 3) << done.out << done.err;
    }
}

}  // namespace
}  // namespace overtake::observe::test
