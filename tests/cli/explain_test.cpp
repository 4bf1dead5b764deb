// `overtake explain` prints what the command printed, byte for byte, but for time and memory of
// another run.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "programs.h"
#include "run.h"

namespace overtake::test::explain_tests {
namespace {

// "0.02 s, 31 MB" is of one run.
std::string without_measurements(const std::string& text) {
  static const std::regex measured(
      R"([0-9]+\.[0-9]+ s\b|[0-9]+ MB\b|[0-9]+ states/s|Time \S+ [0-9.]+|\b[0-9]+\.[0-9]{2} +[0-9]+$)");
  return std::regex_replace(text, measured, "#");
}

class Explain : public testing::Test {
 protected:
  Explain() {
    folder_.file("sb.c", kStoreBuffering);
    folder_.file("mp.c", kMessagePassing);
    folder_.file("locks.c", kDeadlock);
    folder_.file("t.axe",
                 "0: M[1] := 1\n0: M[0] == 0\n1: M[0] := 1\n1: M[1] == 0\ncheck\n"
                 "0: M[0] := 1\n1: M[0] == 1\n1: M[0] == 0\ncheck\n");
    folder_.file("sc.axe", "0: M[0] := 1\n0: M[1] := 1\n1: M[1] == 1\n1: M[0] == 1\n");
  }

  void expect_same(std::vector<std::string> words) {
    SCOPED_TRACE(testing::PrintToString(words));
    const RunOptions here{.directory = folder_.path()};
    const Result printed = run(words, here);
    words.emplace_back("--json");
    const Result json = run(words, here);
    EXPECT_EQ(json.exit_code, printed.exit_code) << json.err;
    folder_.file("saved.json", json.out);
    const Result explained = run({"explain", "saved.json"}, here);
    EXPECT_EQ(explained.exit_code, 0) << explained.err;
    EXPECT_FALSE(printed.out.empty());
    EXPECT_EQ(without_measurements(explained.out), without_measurements(printed.out));
    // JSON of JSON is the same in every byte.
    EXPECT_EQ(run({"explain", "saved.json", "--json"}, here).out, json.out);
  }

  const Folder folder_;
};

TEST_F(Explain, Check) {
  expect_same({"check", "sb.c", "--model", "tso", "--jobs", "1"});
  expect_same({"check", "sb.c", "--model", "sc", "--jobs", "1"});
  expect_same({"check", "mp.c", "--model", "pso", "--full", "--jobs", "1"});
  expect_same({"check", "locks.c", "--model", "sc", "--jobs", "1"});
  expect_same({"check", "sb.c", "--model", "sc", "--max-executions", "1", "--jobs", "1"});
}

TEST_F(Explain, Replay) {
  run({"check", "sb.c", "--model", "tso", "--schedule", "sb.schedule"},
      {.directory = folder_.path()});
  expect_same({"replay", "sb.schedule"});
}

TEST_F(Explain, Bmc) {
  expect_same({"bmc", "sb.c", "--model", "tso", "--jobs", "1"});
  expect_same({"bmc", "sb.c", "--model", "sc", "--jobs", "1"});
  expect_same({"bmc", "sb.c", "--model", "sc", "--rounds", "1", "--jobs", "1"});
}

TEST_F(Explain, Monitor) {
  expect_same({"monitor", "sb.c", "--model", "tso"});
  expect_same({"monitor", "mp.c", "--model", "pso", "--full"});
  expect_same({"monitor", "mp.c", "--model", "tso"});
  expect_same({"monitor", "sc.axe", "--model", "pso"});
}

TEST_F(Explain, Fences) {
  expect_same({"fences", "sb.c", "--model", "tso", "--jobs", "1"});
  expect_same({"fences", "mp.c", "--model", "pso", "--jobs", "1"});
  expect_same({"fences", "mp.c", "--model", "tso", "--jobs", "1"});
}

TEST_F(Explain, Consistency) {
  expect_same({"consistency", "t.axe", "--model", "sc"});
  expect_same({"consistency", "t.axe", "--model", "tso", "--order"});
  expect_same({"consistency", "t.axe", "--model", "tso", "--explain"});
  expect_same({"consistency", "t.axe", "--terse"});
}

TEST_F(Explain, Litmus) {
  expect_same({"litmus", OVERTAKE_SOURCE_DIR "/tests/litmus/x86/SB.litmus"});
  expect_same({"litmus", OVERTAKE_SOURCE_DIR "/tests/litmus/x86/SB.litmus",
               OVERTAKE_SOURCE_DIR "/tests/litmus/x86/MP.litmus"});
}

TEST_F(Explain, SeveralModels) {
  expect_same({"check", "mp.c", "--model", "sc,tso,pso", "--jobs", "1"});
}

// observe: tests/observe/observe_test.cpp.
TEST_F(Explain, Linearize) {
  const std::string ring = OVERTAKE_SOURCE_DIR "/examples/linearize/ring.cpp";
  expect_same({"linearize", ring, "--model", "tso", "--jobs", "1"});
  expect_same({"linearize", ring, "--model", "sc", "--operations", "1", "--jobs", "1"});
}

TEST_F(Explain, IrAndFuzz) {
  expect_same({"ir", "sb.c"});
  expect_same({"fuzz", "--seed", "1", "--count", "2", "--property", "naive"});
}

}  // namespace
}  // namespace overtake::test::explain_tests
#endif
