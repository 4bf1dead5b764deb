// Counterexamples as people read them: the programs of tests/reports, and the text that overtake
// prints for each. The first line of a program is its command.
//
//     OVERTAKE_UPDATE_REPORTS=1 build/tests/cli/test_cli --gtest_filter='Reports/*'
//
// writes the texts anew; they are to be read before they are committed.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "run.h"

namespace overtake::test::reports_tests {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return fs::path(OVERTAKE_SOURCE_DIR) / "tests" / "reports"; }

std::string content(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder()))
    if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp")
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

// "// overtake check a.c --model tso"
std::vector<std::string> command(const std::string& text) {
  std::istringstream line(text.substr(0, text.find('\n')));
  std::vector<std::string> words{std::istream_iterator<std::string>(line), {}};
  EXPECT_GE(words.size(), 4u);
  words.erase(words.begin(), words.begin() + 2);
  for (const char* word : {"--schedule", "none", "--jobs", "1", "--hunt", "off"})
    words.emplace_back(word);
  return words;
}

// The repair is looked for for a second: on a slow machine it may not be found.
std::string without_measurements(const std::string& text) {
  static const std::regex measured(R"([0-9]+\.[0-9]+ s, [0-9]+ MB)");
  static const std::regex repair(R"(  `overtake fences [^`]*`[^#`]*\n(?=  [0-9]+ execution))");
  return std::regex_replace(std::regex_replace(text, repair, ""), measured, "#");
}

class Reports : public testing::TestWithParam<std::string> {};

TEST_P(Reports, AreAsExpected) {
  const Result result = run(command(content(folder() / GetParam())),
                            {.directory = folder(), .environment = {"LC_ALL=C", "COLUMNS=80"}});
  EXPECT_EQ(result.exit_code, 10) << result.out << result.err;
  const std::string text = without_measurements(result.out);
  const fs::path expected = fs::path(folder() / GetParam()).replace_extension(".txt");
  if (std::getenv("OVERTAKE_UPDATE_REPORTS") != nullptr) std::ofstream(expected) << text;
  EXPECT_EQ(text, content(expected));
}

// Every location has a name that a programmer would write.
TEST_P(Reports, NameEverything) {
  const std::string text = content(fs::path(folder() / GetParam()).replace_extension(".txt"));
  EXPECT_FALSE(text.empty());
  static const std::regex unnamed(
      R"(local#|heap#|object#|temporary#|[\w\])]\+[0-9]|address 0x|vtable)");
  EXPECT_FALSE(std::regex_search(text, unnamed)) << text;
}

INSTANTIATE_TEST_SUITE_P(Reports, Reports, testing::ValuesIn(programs()),
                         [](const testing::TestParamInfo<std::string>& info) {
                           return std::regex_replace(info.param, std::regex("[^A-Za-z0-9]"), "_");
                         });

}  // namespace
}  // namespace overtake::test::reports_tests
#endif
