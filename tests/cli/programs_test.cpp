// The corpus: every program of tests/programs/c, tests/programs/cpp and examples, under every model
// that it names. The programs say themselves what is expected.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "annotations.h"
#include "run.h"

namespace overtake::test::programs_tests {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kFolders[] = {"tests/programs/c", "tests/programs/cpp", "examples"};

// The ways to explore that must agree. What a line of C++ does is too much for exhaustive
// search.
std::vector<std::string> equivalences(const fs::path& file) {
  if (file.extension() == ".cpp") return {"rf"};
  // Waits that a request ends: RVF exploration has its own way to finish an execution.
  if (file.stem().string().starts_with("cancel_")) return {"exhaustive", "rf", "rvf"};
  const std::string name = file.stem();
  // Rounds that leave something make states without end. By states, the first error of two of them
  // is another one: a hang beyond the bounds that the others need.
  for (const char* endless :
       {"wait_malloc_kept", "wait_turns_backoff", "wait_back_overwritten", "wait_turns_bit_shared"})
    if (name == endless) return {"rf", "rvf", "auto"};
  if (name.starts_with("wait_cached_") || name.starts_with("wait_frees_"))
    return {"rf", "rvf", "auto"};
  // Rounds that change memory have classes without end.
  for (const char* prefix :
       {"wait_back_", "wait_bits_", "wait_counts_while_", "wait_intent_kept_", "wait_left_",
        "wait_nested_", "wait_phases_", "wait_polls_", "wait_readers_", "wait_relocks",
        "wait_request_", "wait_round_robin", "wait_seen_", "wait_tries_", "wait_try_",
        "wait_turns_", "wait_works_"})
    if (name.starts_with(prefix)) return {"states", "rf", "rvf", "auto"};
  // Exhaustive search goes into runs of thousands of rounds first: 9 GB.
  for (const char* rounds :
       {"wait_parity_of_rounds", "heartbeat_seen", "serves_for_ever", "serves_in_turn"})
    if (name == rounds) return {"states", "rf"};
  if (name.starts_with("wait_")) return {"exhaustive", "rf", "rvf", "auto"};
  return {"exhaustive", "rf"};
}

struct Case {
  fs::path file;
  Annotations annotations;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.file.string(); }

std::string name(const ::testing::TestParamInfo<Case>& info) {
  const std::string folder = info.param.file.parent_path().filename();
  const std::string prefix = folder == "examples" ? "example_" : folder == "cpp" ? "cpp_" : "";
  return prefix + info.param.file.stem().string();
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* folder : kFolders)
    for (const fs::path& file : programs_in(fs::path(OVERTAKE_SOURCE_DIR) / folder))
      all.push_back({file, read_annotations(file)});
  return all;
}

void compare(const fs::path& file, const Expectation& expected, const std::string& equivalence,
             const Json& report) {
  SCOPED_TRACE("under " + expected.model);
  EXPECT_EQ(report["model"], expected.model);
  const std::string verdict = report["verdict"];
  ASSERT_EQ(verdict, expected.verdict) << report.dump(2);
  if (verdict == "error") {
    ASSERT_FALSE(report["errors"].empty());
    const Json& error = report["errors"][0];
    EXPECT_EQ(error["kind"], expected.kind) << error.dump(2);
    if (expected.line) {
      EXPECT_EQ(error["line"], *expected.line) << error.dump(2);
      EXPECT_EQ(fs::path(std::string(error["file"])).filename(), file.filename());
    }
    EXPECT_TRUE(error["schedule"].is_array()) << error.dump(2);
  } else {
    EXPECT_TRUE(report["errors"].empty());
  }
  // That is the number of reads-from classes.
  if (expected.executions && (equivalence == "rf" || equivalence == "exhaustive")) {
    EXPECT_EQ(report["executions"]["complete"], *expected.executions);
  }
}

// An error under one model is what a script has to know, then that something was left out.
int worst_exit_code(const std::vector<Expectation>& expectations) {
  int worst = 0;
  for (const Expectation& e : expectations)
    if (e.verdict == "error" || worst == 10)
      worst = 10;
    else if (e.verdict == "inconclusive")
      worst = 5;
  return worst;
}

class Corpus : public ::testing::TestWithParam<Case> {};

// One command for all models: the program is translated once. Models.AnswersAreThoseOfOneModelEach
// compares such answers with those of a command for each model.
TEST_P(Corpus, HasItsVerdict) {
  const auto& [file, annotations] = GetParam();
  std::string models;
  for (const Expectation& e : annotations.expectations)
    models += (models.empty() ? "" : ",") + e.model;
  for (const std::string& equivalence : equivalences(file)) {
    std::vector<std::string> options{"--model", models,       "--equivalence", equivalence,
                                     "--json",  "--schedule", "none"};
    // Random runs find most errors first, and would say nothing about the exploration.
    const bool hunts = std::ranges::count(annotations.arguments, "--hunt") != 0;
    if (equivalence != "auto" && !hunts) options.insert(options.end(), {"--hunt", "0"});
    const std::vector<std::string> command = check_command(file, annotations, options);
    std::string shown = "build/overtake";
    for (const std::string& word : command) shown += " " + word;
    SCOPED_TRACE(shown);
    const Result result = run(command);
    ASSERT_TRUE(Json::accept(result.out)) << result.out << result.err;
    const Json reports = Json::parse(result.out);
    ASSERT_EQ(reports.size(), annotations.expectations.size());
    EXPECT_EQ(result.exit_code, worst_exit_code(annotations.expectations));
    for (std::size_t i = 0; i < reports.size(); ++i)
      compare(file, annotations.expectations[i], equivalence, reports[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Corpus, ::testing::ValuesIn(cases()), name);

TEST(Programs, EachHasExpectationsForAllModels) {
  for (const char* folder : kFolders)
    for (const fs::path& file : programs_in(fs::path(OVERTAKE_SOURCE_DIR) / folder)) {
      std::vector<std::string> models;
      for (const Expectation& e : read_annotations(file).expectations) {
        models.push_back(e.model);
        EXPECT_TRUE(e.verdict == "safe" || e.verdict == "error" || e.verdict == "inconclusive")
            << file << " says verdict=" << e.verdict;
        EXPECT_EQ(e.verdict == "error", !e.kind.empty()) << file << ": an error has a kind";
      }
      EXPECT_EQ(models, (std::vector<std::string>{"sc", "tso", "pso"})) << file;
    }
}

}  // namespace
}  // namespace overtake::test::programs_tests
#endif
