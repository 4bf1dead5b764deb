// Counts as oracle: the programs of benchmarks/programs have known numbers of reads-from classes,
// which tests/programs/counts lists per size and model. Each class must be visited exactly once.
// All programs of the suite, counted or not, are safe at the size they have by themselves.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "annotations.h"
#include "run.h"

namespace overtake::test::counts_tests {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// The sanitized build is an order of magnitude slower: it takes the rows up to this size.
#if defined(OVERTAKE_SANITIZED)
constexpr std::uint64_t kLargest = 20'000;
#else
constexpr std::uint64_t kLargest = UINT64_MAX;
#endif

struct Row {
  std::string program;
  unsigned size = 0;
  std::string model;
  std::uint64_t executions = 0;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.program << " with N = " << row.size << " under " << row.model;
}

std::string name(const ::testing::TestParamInfo<Row>& info) {
  return info.param.program + "_" + std::to_string(info.param.size) + "_" + info.param.model;
}

std::vector<Row> rows() {
  const fs::path file = fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/counts/reads_from.txt";
  std::ifstream in(file);
  std::vector<Row> all;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    Row row;
    if (!(words >> row.program >> row.size >> row.model >> row.executions))
      throw std::runtime_error(file.string() + ": cannot read: " + line);
    if (row.executions <= kLargest) all.push_back(row);
  }
  return all;
}

class Counts : public ::testing::TestWithParam<Row> {};

TEST_P(Counts, AreTheKnownOnes) {
  const Row& row = GetParam();
  const fs::path file =
      fs::path(OVERTAKE_SOURCE_DIR) / "benchmarks/programs" / (row.program + ".c");
  const Result result = run({"check", file.string(), "--model", row.model, "--json", "--",
                             "-DN=" + std::to_string(row.size)});
  SCOPED_TRACE("build/overtake check benchmarks/programs/" + row.program + ".c --model " +
               row.model + " --json -- -DN=" + std::to_string(row.size));
  ASSERT_TRUE(Json::accept(result.out)) << result.out << result.err;
  const Json report = Json::parse(result.out);
  EXPECT_EQ(report["verdict"], "safe") << report.dump(2);
  EXPECT_EQ(report["executions"]["complete"], row.executions);
  EXPECT_EQ(report["executions"]["blocked"], 0);
  EXPECT_EQ(report["executions"]["redundant"], 0);
}

INSTANTIATE_TEST_SUITE_P(KnownNumbers, Counts, ::testing::ValuesIn(rows()), name);

// What was begun in vain is no execution: reports of `rf` and `rvf` can be compared.
TEST(Executions, DoNotIncludeWhatIsRedundant) {
  const Folder folder;
  const std::string file = folder.file("cas.c", R"(#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *set(void *a) {
  atomic_compare_exchange_strong(&x, &(int){0}, 1);
  return a;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, set, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
)");
  for (const char* equivalence : {"rf", "rvf", "exhaustive"}) {
    const Result result =
        run({"check", file, "--model", "sc", "--equivalence", equivalence, "--symmetry", "off"});
    EXPECT_NE(result.out.find("  3 executions"), std::string::npos) << equivalence << result.out;
  }
}

class Suite : public ::testing::TestWithParam<fs::path> {};

TEST_P(Suite, IsSafe) {
  for (const std::string model : {"sc", "tso", "pso"}) {
    SCOPED_TRACE("build/overtake check " + GetParam().string() + " --model " + model);
    // On a busy machine a long execution may take longer than loops are looked for without a limit.
    const Result result =
        run({"check", GetParam().string(), "--model", model, "--timeout", "300s", "--json"});
    ASSERT_TRUE(Json::accept(result.out)) << result.out << result.err;
    const Json report = Json::parse(result.out);
    EXPECT_EQ(report["verdict"], "safe") << report.dump(2);
    EXPECT_GT(report["executions"]["complete"], 0);
    EXPECT_EQ(report["executions"]["blocked"], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Suite,
                         ::testing::ValuesIn(programs_in(fs::path(OVERTAKE_SOURCE_DIR) /
                                                         "benchmarks/programs")),
                         [](const auto& info) { return info.param.stem().string(); });

}  // namespace
}  // namespace overtake::test::counts_tests
#endif
