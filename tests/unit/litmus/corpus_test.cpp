// Every test of tests/litmus under SC, TSO and PSO against the verdicts that were reasoned out by
// hand (tests/litmus/expected.*).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/litmus/parser.h"
#include "litmus/expect.h"
#include "litmus/run.h"
#include "support/print.h"

namespace overtake::litmus {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = fs::path(OVERTAKE_SOURCE_DIR) / "tests" / "litmus";

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream s;
  s << in.rdbuf();
  return s.str();
}

std::vector<fs::path> corpus() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kCorpus))
    if (entry.path().extension() == ".litmus") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class Corpus : public testing::TestWithParam<Model> {};

TEST_P(Corpus, ShowsWhatTheMachineAllows) {
  const fs::path expected_file = kCorpus / ("expected." + std::string(name(GetParam())));
  Expectations expected = parse_expectations(read(expected_file), expected_file.string());
  for (const fs::path& file : corpus()) {
    SCOPED_TRACE(file.string());
    const Outcome outcome = run(parse(read(file), file.string()), {.model = GetParam()});
    EXPECT_TRUE(outcome.finished);
    EXPECT_FALSE(outcome.states.empty());
    EXPECT_EQ(outcome.test, file.stem().string());
    const auto e = expected.find(outcome.test);
    ASSERT_NE(e, expected.end()) << "no expectation in " << expected_file;
    EXPECT_EQ(difference(outcome, e->second), "");
    expected.erase(e);
  }
  for (const auto& [test, unused] : expected) ADD_FAILURE() << test << " is expected but not there";
}

INSTANTIATE_TEST_SUITE_P(Models, Corpus, testing::Values(Model::SC, Model::TSO, Model::PSO),
                         [](const auto& info) { return std::string(name(info.param)); });

// Each model allows what the stronger one allows.
TEST(Models, WeakerModelsReachMoreStates) {
  for (const fs::path& file : corpus()) {
    SCOPED_TRACE(file.string());
    const litmus::Test test = parse(read(file), file.string());
    const auto sc = run(test, {.model = Model::SC}).states;
    const auto tso = run(test, {.model = Model::TSO}).states;
    const auto pso = run(test, {.model = Model::PSO}).states;
    for (const auto& s : sc) EXPECT_NE(std::find(tso.begin(), tso.end(), s), tso.end());
    for (const auto& s : tso) EXPECT_NE(std::find(pso.begin(), pso.end(), s), pso.end());
  }
}

}  // namespace
}  // namespace overtake::litmus
