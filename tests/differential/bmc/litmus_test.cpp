// Litmus tests by bounded model checking: the condition holds in some final state if and only if
// the published verdict says so. The suite takes every seventh test; OVERTAKE_SCALE=7 all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/error.h"
#include "bmc/bmc.h"
#include "frontend/litmus/lower.h"
#include "frontend/litmus/parser.h"
#include "memory/lower.h"
#include "support/print.h"
#include "support/scale.h"

namespace overtake {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Test name to "Allow", "Forbid", or herd's "Never", "Sometimes", "Always".
std::map<std::string, std::string> expectations(Model model) {
  std::ifstream in(std::string(OVERTAKE_SOURCE_DIR "/tests/litmus/expected.") +
                   std::string(name(model)));
  std::map<std::string, std::string> out;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string test, verdict;
    if (line.starts_with('#') || !(words >> test >> verdict)) continue;
    out[test] = verdict;
  }
  return out;
}

// Whether it declares variables of 128 bits, which the sequentialization refuses.
bool has_wide_variables(const std::string& text) {
  return text.find("int128") != std::string::npos;
}

// Whether a run within four rounds, with four timestamps, reaches the condition.
bool allows(litmus::Test test, Model model) {
  test.quantifier = litmus::Quantifier::NotExists;
  const ir::Program program =
      memory::lower_orders(litmus::lower(test, {.assert_condition = true}).program, model);
  const bmc::BmcResult r = bmc::check_bounded(
      program, {.model = model, .unroll = 2, .rounds = 4, .max_clock = 4, .queue = 4});
  return r.error.has_value();
}

class BmcLitmus : public testing::TestWithParam<Model> {};

TEST_P(BmcLitmus, VerdictsAreThePublishedOnes) {
  const std::map<std::string, std::string> expected = expectations(GetParam());
  const char* scale = std::getenv("OVERTAKE_SCALE");
  const std::uint64_t stride = std::max<std::uint64_t>(
      1, 2 / (scale != nullptr ? std::strtoull(scale, nullptr, 10) : 1) * 20 / support::scaled(20));
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(OVERTAKE_SOURCE_DIR "/tests/litmus"))
    if (entry.path().extension() == ".litmus") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::size_t tests = 0;
  for (std::size_t k = 0; k < files.size(); k += stride) {
    const std::string text = contents(files[k]);
    const litmus::Test test = litmus::parse(text, files[k].string());
    const auto verdict = expected.find(test.name);
    if (verdict == expected.end()) continue;
    if (has_wide_variables(text)) {
      EXPECT_THROW((void)allows(test, GetParam()), InputError) << test.name;
      continue;
    }
    ++tests;
    EXPECT_EQ(allows(test, GetParam()), verdict->second != "Forbid" && verdict->second != "Never")
        << test.name << " under " << name(GetParam());
  }
  RecordProperty("tests", static_cast<int>(tests));
  EXPECT_GT(tests, files.size() / stride / 2);
}

INSTANTIATE_TEST_SUITE_P(Models, BmcLitmus, testing::Values(Model::SC, Model::TSO, Model::PSO),
                         [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace overtake
