// `overtake check` and `overtake replay` on real C files: verdicts, exit codes, JSON, interrupts.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <set>

#include "programs.h"
#include "run.h"

namespace overtake::test::check_tests {
namespace {

using Json = nlohmann::json;

// Reports are wrapped: compare words.
bool says(const std::string& report, const std::string& sentence) {
  std::string flat;
  for (char c : report)
    if (c != '\n' && c != ' ')
      flat += c;
    else if (!flat.ends_with(' '))
      flat += ' ';
  return flat.find(sentence) != std::string::npos;
}

TEST(Check, StoreBufferingIsSafeUnderScAndBrokenUnderTso) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const Result sc = run({"check", file, "--model", "sc"});
  EXPECT_EQ(sc.exit_code, 0) << sc.out << sc.err;
  EXPECT_NE(sc.out.find("no error under SC"), std::string::npos) << sc.out;
  for (const char* model : {"tso", "x86", "pso"}) {
    const Result weak = run({"check", file, "--model", model});
    EXPECT_EQ(weak.exit_code, 10) << weak.out << weak.err;
    EXPECT_NE(weak.out.find("store buffer"), std::string::npos) << weak.out;
    EXPECT_NE(weak.out.find("overtakes"), std::string::npos) << weak.out;
    EXPECT_NE(weak.out.find("error: assertion failed"), std::string::npos) << weak.out;
  }
}

TEST(Check, MessagePassingBreaksUnderPsoOnly) {
  const Folder folder;
  const std::string file = folder.file("mp.c", kMessagePassing);
  EXPECT_EQ(run({"check", file, "--model", "sc"}).exit_code, 0);
  EXPECT_EQ(run({"check", file, "--model", "tso"}).exit_code, 0);
  const Result pso = run({"check", file, "--model", "pso"});
  EXPECT_EQ(pso.exit_code, 10) << pso.out << pso.err;
  EXPECT_TRUE(says(pso.out, file + ":6) had already")) << pso.out;
}

// Explorations in which threads wait know nothing of races; they must not be the ones that are used
// then.
TEST(Check, RacesAreFoundWhereThreadsWait) {
  const Folder folder;
  const std::string file = folder.file("flag.c", R"(#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
void *writes(void *a) {
  data = 1;
  atomic_store_explicit(&ready, 1, SET);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  while (!atomic_load_explicit(&ready, SEE))
    ;
  int seen = data;
  pthread_join(t, 0);
  return seen == 2;
}
)");
  for (const char* equivalence : {"rf", "auto"}) {
    const auto check = [&](const char* set, const char* see) {
      return run({"check", file, "--check", "races", "--equivalence", equivalence, "--", set, see});
    };
    const Result racy = check("-DSET=memory_order_relaxed", "-DSEE=memory_order_relaxed");
    EXPECT_EQ(racy.exit_code, 10) << racy.out << racy.err;
    const Result ordered = check("-DSET=memory_order_release", "-DSEE=memory_order_acquire");
    EXPECT_EQ(ordered.exit_code, 0) << ordered.out << ordered.err;
  }
}

TEST(Check, DeadlockSaysWhoHoldsWhat) {
  const Folder folder;
  const std::string file = folder.file("locks.c", kDeadlock);
  const Result result = run({"check", file, "--model", "sc"});
  EXPECT_EQ(result.exit_code, 10) << result.err;
  EXPECT_TRUE(
      says(result.out, "main waits at " + file + ":14 for b, which T1 locked at " + file + ":4."))
      << result.out;
  EXPECT_TRUE(
      says(result.out, "T1 waits at " + file + ":5 for a, which main locked at " + file + ":13."))
      << result.out;
}

TEST(Check, JsonHasTheDocumentedKeys) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const Result result = run({"check", file, "--model", "tso", "--json"});
  EXPECT_EQ(result.exit_code, 10);
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json.at("command"), "check");
  EXPECT_EQ(json.at("input"), Json::array({file}));
  EXPECT_EQ(json.at("model"), "tso");
  EXPECT_EQ(json.at("equivalence"), "rf");
  EXPECT_EQ(json.at("verdict"), "error");
  for (const char* key : {"complete", "blocked", "bounded", "redundant"})
    EXPECT_TRUE(json.at("executions").at(key).is_number_unsigned()) << key;
  EXPECT_TRUE(json.at("seconds").is_number());
  EXPECT_GT(json.at("peak_memory_bytes").get<std::uint64_t>(), 1000000u);
  const Json& error = json.at("errors").at(0);
  EXPECT_EQ(error.at("kind"), "assertion");
  EXPECT_EQ(error.at("file"), file);
  EXPECT_EQ(error.at("line"), 20);
  EXPECT_TRUE(error.at("message").get<std::string>().starts_with("assertion failed"));
  bool overtook = false;
  for (const Json& step : error.at("schedule")) {
    for (const char* key : {"thread", "kind", "op", "file", "line"})
      EXPECT_TRUE(step.contains(key)) << key << " in " << step;
    overtook |= step.contains("overtook");
  }
  EXPECT_TRUE(overtook);

  const Json safe = Json::parse(run({"check", file, "--model", "sc", "--json"}).out);
  EXPECT_EQ(safe.at("verdict"), "safe");
  EXPECT_EQ(safe.at("errors"), Json::array());
}

TEST(Check, ScheduleFilesReplay) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const std::string schedule = (folder.path() / "bug.json").string();
  const Result check = run({"check", file, "--model", "pso", "--schedule", schedule});
  ASSERT_EQ(check.exit_code, 10);
  const Result replay = run({"replay", schedule});
  EXPECT_EQ(replay.exit_code, 10) << replay.err;
  // The same counterexample, without the summary of the exploration.
  EXPECT_EQ(check.out.compare(0, replay.out.size(), replay.out), 0) << replay.out;
  const Result full = run({"replay", schedule, "--full"});
  EXPECT_GT(full.out.size(), replay.out.size());
  const Json json = Json::parse(run({"replay", schedule, "--json"}).out);
  EXPECT_EQ(json.at("errors").at(0).at("kind"), "assertion");

  // A changed program is not shown as if it were the old one.
  folder.file("sb.c", "int main(void) { return 0; }\n");
  const Result changed = run({"replay", schedule});
  EXPECT_EQ(changed.exit_code, 2);
  EXPECT_NE(changed.err.find("has the program changed"), std::string::npos) << changed.err;
}

TEST(Check, EveryErrorHasAScheduleFile) {
  const Folder folder;
  folder.file("two.c",
              "#include <assert.h>\nint main(void) {\n"
              "  if (__VERIFIER_nondet_bool()) assert(0);\n  assert(0);\n}\n");
  const RunOptions here{.directory = folder.path()};
  const Json json = Json::parse(run({"check", "two.c", "--all-errors", "--json"}, here).out);
  ASSERT_EQ(json.at("errors").size(), 2u);
  std::set<int> lines;
  for (const Json& error : json.at("errors")) {
    const Result replay = run({"replay", error.at("schedule_file"), "--json"}, here);
    EXPECT_EQ(replay.exit_code, 10) << replay.err;
    const Json again = Json::parse(replay.out).at("errors").at(0);
    EXPECT_EQ(again.at("line"), error.at("line"));
    lines.insert(again.at("line").get<int>());
  }
  EXPECT_EQ(lines, (std::set<int>{3, 4}));

  const Json none = Json::parse(run({"check", "two.c", "--schedule", "none", "--json"}, here).out);
  EXPECT_FALSE(none.at("errors").at(0).contains("schedule_file"));
  // A folder that cannot be written is said, and does not change the verdict.
  const std::string file = (folder.path() / "two.c").string();
  const Result elsewhere = run({"check", file}, {.directory = "/proc"});
  EXPECT_EQ(elsewhere.exit_code, 10) << elsewhere.err;
  EXPECT_NE(elsewhere.out.find("two.tso.schedule"), std::string::npos) << elsewhere.out;
  EXPECT_EQ(elsewhere.out.find("Again:"), std::string::npos) << elsewhere.out;
  const Result asked_for = run({"check", file, "--schedule", "/proc/nowhere/x"});
  EXPECT_EQ(asked_for.exit_code, 10) << asked_for.err;
  EXPECT_NE(asked_for.out.find("/proc/nowhere/x: cannot be written: "), std::string::npos)
      << asked_for.out;
}

// The place of the variable, also if a pass keeps it in a register (a long is one).
TEST(Check, ValuesThatWereNeverSetSayWhereTheyLie) {
  for (const std::string type : {"int", "long"}) {
    const Folder folder;
    folder.file("x.c", "#include <stdlib.h>\nint main(int argc, char **argv) {\n  " + type +
                           " x;\n  if (argc > 3) x = 1;\n  if (x == 7) abort();\n}\n");
    const Result result = run({"check", "x.c", "--schedule", "none"}, {.directory = folder.path()});
    EXPECT_EQ(result.exit_code, 10) << result.err;
    EXPECT_NE(result.out.find("x.c:5:7: error: the outcome depends on a value that was never set; "
                              "its memory is from x.c:3"),
              std::string::npos)
        << result.out;
  }
}

TEST(Check, AllErrorsSaysHowManyExecutionsEndInEach) {
  const Folder folder;
  const std::string file =
      folder.file("one.c",
                  "#include <assert.h>\nint main(void) {\n  int i = __VERIFIER_nondet_int();\n"
                  "  assert(i == 1);\n}\n");
  const Result result = run({"check", file, "--all-errors", "--nondet-range", "0..4", "--json"});
  const Json json = Json::parse(result.out);
  ASSERT_EQ(json.at("errors").size(), 1u);
  EXPECT_EQ(json.at("errors").at(0).at("executions"), 4);
}

TEST(Check, StatisticsAddUp) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const Json json =
      Json::parse(run({"check", file, "--model", "tso", "--all-errors", "--stats", "--json"}).out);
  const Json& s = json.at("statistics");
  const auto n = [&](const char* key) { return s.at(key).get<std::uint64_t>(); };
  EXPECT_GT(n("events"), 0u);
  EXPECT_GT(n("mutations"), 0u);
  EXPECT_GE(n("mutations"), n("known") + n("unrealizable_at_a_glance") + n("by_order") +
                                n("by_short_search") + n("by_closure") + n("by_search"));
  EXPECT_GE(n("by_order") + n("by_short_search") + n("by_search"), 3u);  // 4 classes
  EXPECT_GT(s.at("seconds").at("executing").get<double>(), 0);
  const Result text = run({"check", file, "--model", "sc", "--stats"});
  EXPECT_NE(text.out.find("mutations looked at"), std::string::npos) << text.out;
}

TEST(Check, PreemptionBoundIsAQuickLook) {
  const Folder folder;
  const std::string file = folder.file("lost.c", R"(#include <assert.h>
#include <pthread.h>
int n;
void *add(void *a) { int r = n; n = r + 1; return a; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
}
)");
  const auto code = [&](const char* bound) {
    return run({"check", file, "--model", "sc", "--preemption-bound", bound}).exit_code;
  };
  EXPECT_EQ(code("0"), 5);   // each thread runs to its end
  EXPECT_EQ(code("1"), 10);  // one interrupts the other
  const std::string one = folder.file("one.c", "int x;\nint main(void) { x = 1; }\n");
  EXPECT_EQ(run({"check", one, "--preemption-bound", "0"}).exit_code, 0);  // it forbade nothing
}

TEST(Check, DumpedInstancesAreTraces) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const std::string dump = (folder.path() / "instances").string();
  run({"check", file, "--model", "tso", "--all-errors", "--dump-instances", dump});
  const Result all = run({"consistency", dump, "--model", "tso", "--terse"});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  const Result sc = run({"consistency", dump, "--model", "sc", "--terse"});
  EXPECT_EQ(sc.exit_code, 10) << sc.err;
  EXPECT_NE(sc.out.find("NO"), std::string::npos);
  EXPECT_NE(sc.out.find("OK"), std::string::npos);
}

TEST(Check, RacesAreReportedOnRequest) {
  const Folder folder;
  const std::string file = folder.file("mp.c", R"(#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;
void *writer(void *a) {
  data = 1;
  atomic_store_explicit(&flag, 1, ORDER);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    FENCE;
    return data - 1;
  }
  pthread_join(t, 0);
}
)");
  const auto check = [&](const char* order, const char* fence) {
    return run({"check", file, "--model", "tso", "--check", "races", "--json", "--schedule",
                (folder.path() / "race.json").string(), "--",
                std::string("-DORDER=memory_order_") + order, std::string("-DFENCE=") + fence});
  };
  const char* acquire = "atomic_thread_fence(memory_order_acquire)";
  EXPECT_EQ(check("release", acquire).exit_code, 0);
  EXPECT_EQ(check("release", "").exit_code, 10);
  const Result relaxed = check("relaxed", acquire);
  EXPECT_EQ(relaxed.exit_code, 10) << relaxed.err;
  const Json error = Json::parse(relaxed.out).at("errors").at(0);
  EXPECT_EQ(error.at("kind"), "race");
  EXPECT_EQ(error.at("line"), 15);
  EXPECT_EQ(error.at("other").at("line"), 6);
  const Result replay = run({"replay", (folder.path() / "race.json").string()});
  EXPECT_EQ(replay.exit_code, 10) << replay.err;
  EXPECT_NE(replay.out.find("data race"), std::string::npos) << replay.out;
  // Only on request, and by every search.
  EXPECT_EQ(run({"check", file, "--", "-DORDER=memory_order_relaxed", "-DFENCE="}).exit_code, 0);
  for (const char* equivalence : {"rf", "rvf", "auto", "exhaustive", "states"}) {
    const auto by = [&](const char* order) {
      return run({"check", file, "--check", "races", "--equivalence", equivalence, "--",
                  std::string("-DORDER=memory_order_") + order, std::string("-DFENCE=") + acquire});
    };
    EXPECT_EQ(by("release").exit_code, 0) << equivalence;
    EXPECT_EQ(by("relaxed").exit_code, 10) << equivalence;
  }
}

// Millions of classes, and 22 final states.
TEST(Check, ManyExecutionsWithAtomicSectionsAreMergedByState) {
  const Folder folder;
  const std::string file = folder.file("sections.c", R"(
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int i = 3, j = 6;
void step(int* to, int* from) {
  __VERIFIER_atomic_begin();
  *to = *from + 1;
  __VERIFIER_atomic_end();
}
void* one(void* unused) {
  for (int k = 0; k < 10; k++) step(&i, &j);
  return unused;
}
void* two(void* unused) {
  for (int k = 0; k < 10; k++) step(&j, &i);
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  assert(i < LIMIT);
  assert(j < LIMIT);
}
)");
  const Result safe = run({"check", file, "--json", "--", "-DLIMIT=27"});
  EXPECT_EQ(safe.exit_code, 0) << safe.out << safe.err;
  const Json json = Json::parse(safe.out);
  EXPECT_EQ(json["equivalence"], "states");
  EXPECT_EQ(json["executions"]["complete"], 22);
  EXPECT_EQ(json["exhaustive_because"], "atomic sections");
  const Result tight = run({"check", file, "--", "-DLIMIT=26"});
  EXPECT_EQ(tight.exit_code, 10) << tight.out << tight.err;
}

TEST(Check, UnrollIsNeverSafe) {
  const Folder folder;
  const std::string file = folder.file(
      "loop.c", "int x;\nint main(void) {\n  for (int i = 0; i < 10; i++)\n    x++;\n}\n");
  EXPECT_EQ(run({"check", file}).exit_code, 0);
  EXPECT_EQ(run({"check", file, "--unroll", "20"}).exit_code, 0);
  const Result bounded = run({"check", file, "--unroll", "3"});
  EXPECT_EQ(bounded.exit_code, 5) << bounded.out << bounded.err;
  EXPECT_NE(bounded.out.find("loop.c:3: this loop was cut off"), std::string::npos) << bounded.out;
  const Json json = Json::parse(run({"check", file, "--unroll", "3", "--json"}).out);
  EXPECT_EQ(json.at("verdict"), "inconclusive");
  EXPECT_EQ(json.at("bounded_loops").at(0).at("line"), 3);
}

TEST(Check, InputsOutsideTheRangeAreNotClaimed) {
  const Folder folder;
  const std::string file = folder.file("nondet.c",
                                       "#include <assert.h>\n"
                                       "int __VERIFIER_nondet_int(void);\n"
                                       "int main(void) {\n"
                                       "  assert(__VERIFIER_nondet_int() != 17);\n"
                                       "}\n");
  const Result unknown = run({"check", file});
  EXPECT_EQ(unknown.exit_code, 5) << unknown.out << unknown.err;
  EXPECT_NE(unknown.out.find("--nondet-range"), std::string::npos) << unknown.out;
  const Result narrow = run({"check", file, "--nondet-range", "-1..5"});
  EXPECT_EQ(narrow.exit_code, 0) << narrow.out << narrow.err;
  EXPECT_NE(narrow.out.find("for inputs in -1..5 only"), std::string::npos) << narrow.out;
  EXPECT_EQ(run({"check", file, "--nondet-range", "0..20"}).exit_code, 10);
  const std::string coin = folder.file("coin.c",
                                       "_Bool __VERIFIER_nondet_bool(void);\n"
                                       "int x;\n"
                                       "int main(void) { if (__VERIFIER_nondet_bool()) x = 1; }\n");
  EXPECT_EQ(run({"check", coin}).exit_code, 0);
}

TEST(Check, MaxExecutionsIsInconclusive) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const Result result = run({"check", file, "--model", "sc", "--max-executions", "1"});
  EXPECT_EQ(result.exit_code, 5) << result.out;
  EXPECT_NE(result.out.find("--max-executions"), std::string::npos) << result.out;
}

TEST(Check, ShowsOutput) {
  const Folder folder;
  const std::string file = folder.file("hello.c",
                                       "#include <assert.h>\n#include <stdio.h>\n"
                                       "int main(void) {\n"
                                       "  printf(\"seven is %d\\n\", 7);\n"
                                       "  assert(0);\n}\n");
  EXPECT_EQ(run({"check", file}).out.find("seven"), std::string::npos);
  const Result shown = run({"check", file, "--show-output"});
  EXPECT_EQ(shown.exit_code, 10);
  EXPECT_NE(shown.out.find("seven is 7\n"), std::string::npos) << shown.out;
}

// A partial report, in good time.
void expect_partial(const Result& result, std::chrono::steady_clock::time_point start,
                    const std::string& reason) {
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(result.exit_code, 5) << result.out << result.err;
  EXPECT_NE(result.out.find("inconclusive"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(reason), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("execution"), std::string::npos) << result.out;
}

TEST(Interrupts, CtrlCGivesAPartialReport) {
  const Folder folder;
  const std::string file = folder.file("huge.c", kHuge);
  for (int signal : {SIGINT, SIGTERM}) {
    const auto start = std::chrono::steady_clock::now();
    expect_partial(
        run({"check", file}, {.signal_after = std::chrono::milliseconds(1500), .signal = signal}),
        start, "interrupted");
  }
}

TEST(Interrupts, Timeout) {
  const Folder folder;
  const auto start = std::chrono::steady_clock::now();
  expect_partial(run({"check", folder.file("huge.c", kHuge), "--timeout", "1s"}), start,
                 "--timeout");
}

TEST(Interrupts, TimeoutInLocalWork) {
  const Folder folder;
  const auto start = std::chrono::steady_clock::now();
  expect_partial(run({"check", folder.file("loop.c", kLocalLoop), "--timeout", "1s"}), start,
                 "--timeout");
}

TEST(Interrupts, MemoryLimit) {
  const Folder folder;
  const auto start = std::chrono::steady_clock::now();
  // Less than the process has to begin with.
  expect_partial(run({"check", folder.file("huge.c", kHuge), "--memory", "10M"}), start,
                 "--memory");
}

TEST(Interrupts, JsonIsCompleteAfterATimeout) {
  const Folder folder;
  const Result result =
      run({"check", folder.file("huge.c", kHuge), "--timeout", "500ms", "--json"});
  EXPECT_EQ(result.exit_code, 5);
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json.at("verdict"), "inconclusive");
  EXPECT_FALSE(json.at("reasons").empty());
}

TEST(Terminal, ColourOnlyThereAndNotWithNoColor) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const std::vector<std::string> arguments{"check", file, "--model", "tso"};
  EXPECT_EQ(run(arguments).out.find('\033'), std::string::npos);
  const Result terminal = run_on_terminal(arguments, {.environment = {"TERM=xterm", "NO_COLOR="}});
  EXPECT_EQ(terminal.exit_code, 10);
  EXPECT_NE(terminal.out.find('\033'), std::string::npos);
  const Result plain = run_on_terminal(arguments, {.environment = {"TERM=xterm", "NO_COLOR=1"}});
  EXPECT_EQ(plain.out.find('\033'), std::string::npos);
}

TEST(Terminal, NoProgressInPipes) {
  const Folder folder;
  const Result result = run({"check", folder.file("huge.c", kHuge), "--timeout", "1s"});
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out.find('\r'), std::string::npos);
}

TEST(Ir, ShowsTheProgram) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const Result text = run({"ir", file});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_NE(text.out.find("left"), std::string::npos);
  const Json json = Json::parse(run({"ir", file, "--json"}).out);
  EXPECT_EQ(json.at("command"), "ir");
  EXPECT_EQ(json.at("text"), text.out);
}

}  // namespace
}  // namespace overtake::test::check_tests
#endif
