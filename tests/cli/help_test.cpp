// Help and wrong use: what needs no input file.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands.h"
#include "cli/values.h"
#include "run.h"

namespace overtake::test::help_tests {
namespace {

void expect_one_screen(const std::string& text) {
  std::istringstream in(text);
  int lines = 0;
  for (std::string line; std::getline(in, line); ++lines) EXPECT_LE(line.size(), 80u) << line;
  EXPECT_LE(lines, 24) << text;
  EXPECT_NE(text.find("Example"), std::string::npos) << text;
}

TEST(Help, OfOvertakeFitsAScreenAndNamesEveryCommand) {
  const Result result = run({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  expect_one_screen(result.out);
  for (const cli::Command& command : cli::commands())
    EXPECT_NE(result.out.find("  " + std::string(command.name)), std::string::npos);
}

TEST(Help, OfEachCommandFitsAScreenAndHasAnExample) {
  for (const cli::Command& command : cli::commands()) {
    SCOPED_TRACE(command.name);
    const Result result = run({std::string(command.name), "--help"});
    EXPECT_EQ(result.exit_code, 0);
    expect_one_screen(result.out);
    EXPECT_EQ(run({"help", std::string(command.name)}).out, result.out);
  }
}

TEST(Help, AllListsEveryOption) {
  for (const cli::Command& command : cli::commands()) {
    const Result result = run({std::string(command.name), "--help-all"});
    EXPECT_EQ(result.exit_code, 0);
    for (const cli::Use& use : command.all_options())
      EXPECT_NE(result.out.find("  " + std::string(use.name) + " "), std::string::npos) << use.name;
  }
}

// What manual pages and completions are made from.
TEST(Help, DescribeHasTheTables) {
  const Result result = run({"--describe"});
  EXPECT_EQ(result.exit_code, 0);
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json.at("commands").size(), cli::commands().size());
  for (const auto& command : json.at("commands"))
    for (const auto& option : command.at("options"))
      if (option.at("name") == "--equivalence") {
        const nlohmann::json words{"rf", "rvf", "auto", "trace", "exhaustive", "states"};
        EXPECT_EQ(option.at("words"), words);
      }
  EXPECT_EQ(json.at("exit_codes").size(), 6u);
}

// Every word that the table names is accepted, and no other.
TEST(Help, WordsOfOptionsAreTheirValues) {
  for (const cli::Option& option : cli::options()) {
    SCOPED_TRACE(option.name);
    cli::Settings settings;
    for (const std::string& word : option.words) EXPECT_NO_THROW(option.set(settings, word));
    if (!option.words.empty()) {
      EXPECT_THROW(option.set(settings, "nonsense"), cli::UsageError);
    }
  }
}

// The first line is for programs, the others say what is built in.
TEST(Help, Version) {
  const Result result = run({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  const std::string first = result.out.substr(0, result.out.find('\n'));
  EXPECT_TRUE(first.starts_with("overtake ") && first.find(' ') == first.rfind(' ')) << first;
#ifdef OVERTAKE_HAS_CLANG
  EXPECT_NE(result.out.find("clang 19"), std::string::npos) << result.out;
#endif
#ifdef OVERTAKE_HAS_MPI
  EXPECT_NE(result.out.find("libovertake_mpi.so"), std::string::npos) << result.out;
#endif
}

struct Wrong {
  std::vector<std::string> arguments;
  std::string message;
};

void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << "overtake";
  for (const std::string& word : wrong.arguments) *out << ' ' << word;
}

class WrongUse : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongUse, ExitsWithOneAndHelps) {
  const Result result = run(GetParam().arguments);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find(GetParam().message), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("--help"), std::string::npos) << result.err;
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongUse,
    ::testing::Values(Wrong{{}, "no command given"},  //
                      Wrong{{"chekc"}, "did you mean 'overtake check'?"},
                      Wrong{{"/etc/passwd"}, "did you mean 'overtake check /etc/passwd'?"},
                      Wrong{{"check"}, "no FILE given"},
                      Wrong{{"check", "-p", "."}, "with -p, name one, or --entry FILE"},
                      Wrong{{"check", "a.c", "--modle", "tso"}, "did you mean '--model'?"},
                      Wrong{{"check", "a.c", "--time=3s"}, "did you mean '--timeout'?"},
                      Wrong{{"check", "a.c", "-Iinclude"}, "compiler flags stand after '--'"},
                      Wrong{{"check", "a.c", "--model", "arm"},
                            "'arm' is not one of sc, tso, pso, x86"},
                      Wrong{{"check", "a.c", "--model"}, "--model"},
                      Wrong{{"check", "a.c", "--timeout", "soon"}, "'soon' is not a duration"},
                      Wrong{{"check", "a.c", "--memory", "-1"}, "'-1' is not a size"},
                      Wrong{{"check", "a.c", "--unroll", "0"}, "between 1 and"},
                      Wrong{{"check", "a.c", "--nondet-range", "3..1"}, "is not a range"},
                      Wrong{{"check", "a.c", "--optimize", "9"}, "is not one of 0, 1, 2, 3"},
                      Wrong{{"check", "a.c", "--max-executions", "many"}, "is not a number"},
                      Wrong{{"replay", "a", "b"}, "one SCHEDULE_FILE"},
                      Wrong{{"help", "x"}, "not a command"}));

TEST(Values, Durations) {
  EXPECT_EQ(cli::parse_duration("500ms").count(), 500);
  EXPECT_EQ(cli::parse_duration("1.5s").count(), 1500);
  EXPECT_EQ(cli::parse_duration("2m").count(), 120000);
  EXPECT_EQ(cli::parse_duration("10").count(), 10000);
  for (const char* text : {"", "s", "-1s", "1d", "nan", "1e99s", "inf"})
    EXPECT_THROW(cli::parse_duration(text), cli::UsageError) << text;
}

TEST(Values, Sizes) {
  EXPECT_EQ(cli::parse_size("1048576"), 1u << 20);
  EXPECT_EQ(cli::parse_size("1M"), 1u << 20);
  EXPECT_EQ(cli::parse_size("1MB"), 1u << 20);
  EXPECT_EQ(cli::parse_size("2GiB"), std::uint64_t{2} << 30);
  for (const char* text : {"", "M", "0", "1X", "-5M"})
    EXPECT_THROW(cli::parse_size(text), cli::UsageError) << text;
}

TEST(Values, Ranges) {
  EXPECT_EQ(cli::parse_range("-3..7").text(), "-3..7");
  for (const char* text : {"", "1", "1..", "..2", "2..1", "1...2", "1..2x"})
    EXPECT_THROW(cli::parse_range(text), cli::UsageError) << text;
}

TEST(Values, ClosestWord) {
  const std::vector<std::string> words{"--model", "--memory", "--timeout"};
  EXPECT_EQ(cli::closest("--modle", words), "--model");
  EXPECT_EQ(cli::closest("--time", words), "--timeout");
  EXPECT_EQ(cli::closest("--xyzzy", words), std::nullopt);
}

}  // namespace
}  // namespace overtake::test::help_tests
