// What is found in small programs, and what is not.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "harness.h"

namespace overtake::observe::test {
namespace {

class ByCompiler : public testing::TestWithParam<Compiler> {
 protected:
  Workshop work;
};
INSTANTIATE_TEST_SUITE_P(Observe, ByCompiler, testing::ValuesIn(kCompilers),
                         [](const testing::TestParamInfo<Compiler>& info) {
                           return info.param == Compiler::Gcc ? "gcc" : "clang";
                         });

TEST_P(ByCompiler, StoreBufferingIsFound) {
  const std::string program = work.program("store_buffering.c", GetParam());
  const Json result = observe_json({"--runs", "40"}, {program});
  EXPECT_EQ(pairs(result, "tso"), (Lines{{7, 14}, {13, 8}}));
  EXPECT_EQ(pairs(result, "pso"), (Lines{{7, 14}, {13, 8}}));
  EXPECT_EQ(result["unproved"], 0);
  const Json& v = result["violations"][0];
  EXPECT_EQ(v["path"].size(), 4u);
  EXPECT_EQ(v["same_reads_under_sc"], false);
  EXPECT_EQ(v["delayed"]["stack"][0]["function"], v["seed"] == 0              ? ""
                                                  : v["delayed"]["line"] == 7 ? "left"
                                                                              : "right");
  EXPECT_EQ(observe({"--runs", "40"}, {program}).code, 10);
}

TEST_P(ByCompiler, MessagePassingIsFoundUnderPsoOnly) {
  const std::string program = work.program("message_passing.c", GetParam());
  const Json result = observe_json({"--runs", "20"}, {program});
  EXPECT_EQ(pairs(result, "tso"), Lines{});
  EXPECT_EQ(pairs(result, "pso"), (Lines{{9, 19}}));
  EXPECT_EQ(observe({"--runs", "20", "--model", "tso"}, {program}).code, 0);
}

// What happened before a thread was started happens before what it does: also in the proof.
TEST_P(ByCompiler, StartsOfThreadsAreOrder) {
  const Json result = observe_json({"--runs", "60"}, {work.program("birth.c", GetParam())});
  EXPECT_EQ(pairs(result, "tso"), Lines{});
  EXPECT_EQ(pairs(result, "pso"), (Lines{{8, 14}}));
  EXPECT_EQ(result["unproved"], 0);
}

// A read that lets others run before it happens is announced afterwards.
TEST_P(ByCompiler, WaitingReadsSeeWhatEndsTheWait) {
  const Finished done =
      observe({"--runs", "60", "--model", "tso"}, {work.program("spinning.c", GetParam())});
  EXPECT_EQ(done.code, 0) << done.out;
}

TEST_P(ByCompiler, FencesHelp) {
  const Finished done = observe({"--runs", "60"}, {work.program("fenced.c", GetParam())});
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

TEST_P(ByCompiler, EveryEntryPointDoesWhatItSays) {
  for (const char* level : {"-O0", "-O2"}) {
    const std::string program = work.program("entry_points.c", GetParam(), {level, "-mcx16"});
    const Finished done = observe({"--runs", "5", "--check", "races"}, {program});
    EXPECT_EQ(done.code, 0) << done.out << done.err;
  }
}

TEST_P(ByCompiler, PrimitivesOfCWork) {
  const std::string program = work.program("primitives.c", GetParam());
  const Finished done =
      observe({"--runs", "30", "--check", "races", "--timeout", "20s"}, {program});
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

TEST_P(ByCompiler, PrimitivesOfCppWork) {
  const std::string program = work.program("primitives.cpp", GetParam());
  const Finished done = observe({"--runs", "20", "--timeout", "20s"}, {program});
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

TEST_P(ByCompiler, SignalsComeBetweenAccesses) {
  const std::string program = work.program("signals.c", GetParam());
  const Finished done = observe({"--runs", "10", "--timeout", "20s"}, {program});
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

TEST_P(ByCompiler, FencesInAssemblyAreSeen) {
  const std::string source =
      std::string(OVERTAKE_SOURCE_DIR) + "/tests/programs/c/store_buffering_asm.c";
  std::ifstream in(source);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_EQ(observe({"--runs", "40"}, {work.program_of(text.str(), GetParam())}).code, 0);
  std::string broken = text.str();
  broken.replace(broken.find("\"mfence\""), 8, "\"nop\"");
  EXPECT_EQ(observe({"--runs", "40"}, {work.program_of(broken, GetParam())}).code, 10);
}

TEST_P(ByCompiler, AnnotationsAreKept) {
  const Json result = observe_json({"--runs", "40"}, {work.program("annotated.c", GetParam())});
  EXPECT_EQ(pairs(result, "pso"), Lines{});
}

// --- with one compiler ---------------------------------------------------------------------------

TEST(Observe, DeadlocksAreReportedWithBothStacks) {
  const Workshop work;
  const Json result = observe_json({"--runs", "20"}, {work.program("deadlock.c")});
  ASSERT_EQ(result["errors"].size(), 1u);
  const Json& deadlock = result["errors"][0];
  EXPECT_EQ(deadlock["kind"], "deadlock");
  ASSERT_EQ(deadlock["waiting"].size(), 2u);
  EXPECT_EQ(deadlock["waiting"][0]["thread"], "main");
  EXPECT_EQ(deadlock["waiting"][0]["variable"], "second");
  EXPECT_EQ(deadlock["waiting"][0]["owner"], "T1");
  EXPECT_EQ(deadlock["waiting"][1]["variable"], "first");
  EXPECT_EQ(deadlock["waiting"][1]["owner"], "main");
  EXPECT_EQ(deadlock["waiting"][1]["line"], 9);
}

TEST(Observe, RacesAreFoundAndSynchronizationIsNone) {
  const Workshop work;
  const Json result = observe_json({"--runs", "20", "--check", "races", "--model", "tso"},
                                   {work.program("races.c", Compiler::Clang, {"-O0"})});
  ASSERT_EQ(result["errors"].size(), 2u);  // either may come first
  for (const Json& race : result["errors"]) {
    EXPECT_EQ(race["kind"], "race");
    EXPECT_EQ(race["first"]["variable"], "racing");
    EXPECT_EQ(race["second"]["variable"], "racing");
  }
}

// A join orders what comes later, also what threads do that are started when no other was left.
TEST(Observe, WhatAJoinedThreadDidRacesWithNothing) {
  const Workshop work;
  const std::string program = work.program_of(
      "#include <pthread.h>\n"
      "int x;\n"
      "void* add(void* p) { x++; return p; }\n"
      "int main(void) {\n"
      "  pthread_t t, u;\n"
      "  for (int i = 0; i < 3; i++) {\n"
      "    pthread_create(&t, 0, add, 0);\n"
      "    pthread_join(t, 0);\n"
      "  }\n"
      "  pthread_create(&t, 0, add, 0);\n"
      "  pthread_join(t, 0);\n"
      "  pthread_create(&u, 0, add, 0);\n"
      "  pthread_join(u, 0);\n"
      "  return x - 5;\n"
      "}\n");
  const Finished done = observe({"--runs", "10", "--check", "races"}, {program});
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

// Neighbouring bytes, one of them atomic, that one thread has used alone at first.
TEST_P(ByCompiler, AtomicBytesDoNotRaceForTheirNeighbours) {
  const std::string program = work.program_of(
      "#include <pthread.h>\n#include <stdatomic.h>\n"
      "struct { _Atomic unsigned char flag; unsigned char left, right; } s;\n"
      "void* other(void* p) { s.left++; atomic_exchange(&s.flag, 1); s.left++; return p; }\n"
      "int main(void) {\n"
      "  pthread_t t;\n"
      "  pthread_create(&t, 0, other, 0);\n"
      "  for (int i = 0; i < 3; i++)\n"
      "    if (atomic_load_explicit(&s.flag, memory_order_relaxed) + s.right < 9) s.right++;\n"
      "  pthread_join(t, 0);\n"
      "}\n",
      GetParam(), {"-O2"});
  const Finished done = observe({"--runs", "30", "--check", "races"}, {program});
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

TEST(Observe, ASeedRepeatsARun) {
  const Workshop work;
  const std::string program = work.program("primitives.cpp", Compiler::Gcc);
  const auto shape = [&] {
    const Json result = observe_json({"--runs", "8"}, {program});
    std::string out;
    for (const Json& r : result["runs"])
      out += std::to_string(r["events"].get<int>()) + " " +
             std::to_string(r["preemptions"].get<int>()) + "\n";
    return out;
  };
  const std::string once = shape();
  EXPECT_EQ(shape(), once);
  EXPECT_EQ(shape(), once);
}

TEST(Observe, ViolationsAreRecordedForTheMonitorAndTheConsistencyLibrary) {
  const Workshop work;
  const std::string trace = (work.path() / "v.json").string();
  const std::string weak = (work.path() / "v.weak.json").string();
  ASSERT_EQ(observe({"--runs", "40", "--record", trace}, {work.program("store_buffering.c")}).code,
            10);
  const Finished monitor = run({overtake(), "monitor", trace, "--model", "tso"});
  EXPECT_EQ(monitor.code, 10) << monitor.err;
  EXPECT_NE(monitor.out.find("2 violations of sequential consistency under TSO"), std::string::npos)
      << monitor.out;
  EXPECT_NE(monitor.out.find("store_buffering.c:7 left"), std::string::npos) << monitor.out;
  EXPECT_EQ(run({overtake(), "consistency", weak, "--model", "tso"}).code, 0);
  EXPECT_EQ(run({overtake(), "consistency", weak, "--model", "sc"}).code, 10);
  EXPECT_EQ(run({overtake(), "consistency", trace, "--model", "sc"}).code, 0);
}

TEST(Observe, SuppressionsByFunctionAndFile) {
  const Workshop work;
  const std::string program = work.program("store_buffering.c");
  for (const char* rule : {"violation:left", "violation:^left$", "violation:store_buffering.c",
                           "violation:st*ing.c$"}) {
    const std::string file = work.write("rules", "# meant to be\n" + std::string(rule) + "\n");
    EXPECT_EQ(observe({"--runs", "40", "--suppressions", file}, {program}).code, 0) << rule;
  }
  const std::string other = work.write("rules", "violation:elsewhere\nrace:left\n");
  EXPECT_EQ(observe({"--runs", "40", "--suppressions", other}, {program}).code, 10);
  const std::string wrong = work.write("rules", "\nviolations:left\n");
  const Finished done = observe({"--suppressions", wrong}, {program});
  EXPECT_EQ(done.code, 2);
  EXPECT_NE(done.err.find("rules:2: expected"), std::string::npos) << done.err;
}

TEST(Observe, ReportsInEveryFormat) {
  const Workshop work;
  const std::string program = work.program("store_buffering.c");
  const std::string sarif = (work.path() / "r.sarif").string();
  const std::string html = (work.path() / "r.html").string();
  const Finished done = observe({"--runs", "40", "--sarif", sarif, "--html", html}, {program});
  EXPECT_EQ(done.code, 10) << done.err;
  EXPECT_NE(done.out.find("WARNING: overtake: not sequentially consistent under TSO and PSO"),
            std::string::npos);
  EXPECT_NE(done.out.find("SUMMARY: overtake: store of x"), std::string::npos) << done.out;
  std::ifstream in(sarif);
  const Json document = Json::parse(in);
  EXPECT_EQ(document["runs"][0]["results"].size(), 2u);
  EXPECT_GT(std::filesystem::file_size(html), 10'000u);
}

// Seconds are those of another run.
std::string without_seconds(const std::string& text) {
  return std::regex_replace(text, std::regex(R"([0-9]+\.[0-9]+ s\b)"), "# s");
}

TEST(Observe, SavedResultsAreExplainedAsTheyWerePrinted) {
  struct Case {
    std::string source, argument;
    std::vector<std::string> options;
  };
  const std::vector<Case> cases{{"store_buffering.c", "", {"--runs", "40", "--full"}},
                                {"fenced.c", "", {"--runs", "2"}},
                                {"deadlock.c", "", {"--runs", "20"}},
                                {"races.c", "", {"--runs", "20", "--check", "races"}},
                                {"faults.c", "segv", {"--runs", "4"}}};
  for (const auto& [source, argument, options] : cases) {
    SCOPED_TRACE(source);
    const Workshop work;
    const std::vector<std::string> program{work.program(source), argument};
    const Finished printed = observe(options, program);
    std::vector<std::string> with_json = options;
    with_json.emplace_back("--json");
    const Finished json = observe(with_json, program);
    EXPECT_EQ(json.code, printed.code);
    const std::string saved = work.write("saved.json", json.out);
    const Finished explained = run({overtake(), "explain", saved});
    EXPECT_EQ(without_seconds(explained.out), without_seconds(printed.out)) << explained.err;
    EXPECT_EQ(run({overtake(), "explain", saved, "--json"}).out, json.out);
  }
}

// What a program is given may be large, or of any kind.
TEST(Observe, ArgumentsAreNoSources) {
  const Workshop work;
  const std::string data = work.write("data.txt", "not to be copied\n");
  const Json result = observe_json({"--runs", "2"}, {work.program("fenced.c"), data});
  EXPECT_EQ(result["input"][1], data);
  for (const Json& source : result["sources"]) EXPECT_NE(source["file"], data);
}

TEST(Observe, UnknownWaitsReleaseTheTurn) {
  const Workshop work;
  const Finished done =
      observe({"--runs", "5", "--timeout", "20s"}, {work.program("unknown_wait.c")});
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

TEST(Observe, WrongUseIsSaid) {
  const Workshop work;
  EXPECT_EQ(run({overtake(), "observe"}).code, 1);
  const Finished misplaced = run({overtake(), "observe", "program"});
  EXPECT_EQ(misplaced.code, 1);
  EXPECT_NE(misplaced.err.find("the program stands after '--'"), std::string::npos)
      << misplaced.err;
  EXPECT_EQ(run({overtake(), "observe", "--model", "sc", "--", "true"}).code, 1);
  const Finished absent = observe({}, {"/nonexistent/program"});
  EXPECT_EQ(absent.code, 2);
  EXPECT_NE(absent.err.find("cannot be started"), std::string::npos) << absent.err;
  const Finished plain = observe({}, {"true"});
  EXPECT_EQ(plain.code, 2);
  EXPECT_NE(plain.err.find("overtake-cc"), std::string::npos) << plain.err;
  const Finished unknown =
      run({work.program("store_buffering.c")}, {}, {{"OVERTAKE_OPTIONS", "sed=1"}});
  EXPECT_NE(unknown.err.find("not understood: sed=1"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace overtake::observe::test
