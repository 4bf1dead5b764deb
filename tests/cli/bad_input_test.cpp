// What overtake is given and cannot use: the right message, the right exit code, never a crash. The
// programs of tests/programs/bad say themselves what is expected; the rest cannot be a file.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "annotations.h"
#include "programs.h"
#include "run.h"

namespace overtake::test::bad_input_tests {
namespace {

namespace fs = std::filesystem;

constexpr int kWrongUse = 1, kBadInput = 2;

void expect_says(const std::string& text, const std::string& words, const char* where) {
  EXPECT_NE(text.find(words), std::string::npos)
      << "expected on " << where << ": " << words << "\nfound: " << text;
}

void expect_refused(const Result& result, int exit_code, const std::string& words) {
  EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
  EXPECT_EQ(result.out, "") << "nothing half-written";
  expect_says(result.err, words, "standard error");
}

#ifdef OVERTAKE_HAS_CLANG

class BadProgram : public ::testing::TestWithParam<fs::path> {};

TEST_P(BadProgram, IsRefusedOrSurvived) {
  const Annotations annotations = read_annotations(GetParam());
  ASSERT_TRUE(annotations.exit_code.has_value()) << GetParam() << " says no exit code";
  const auto start = std::chrono::steady_clock::now();
  const Result result = run(check_command(GetParam(), annotations, {"--model", "tso"}));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(result.exit_code, *annotations.exit_code) << result.out << result.err;
  for (const std::string& words : annotations.says_out)
    expect_says(result.out, words, "standard output");
  for (const std::string& words : annotations.says_err)
    expect_says(result.err, words, "standard error");
  if (result.exit_code == kBadInput) {
    EXPECT_EQ(result.out, "") << "nothing half-written";
  }
  EXPECT_LT(took, std::chrono::seconds(60));
}

std::string stem(const ::testing::TestParamInfo<fs::path>& info) {
  return info.param.stem().string();
}

INSTANTIATE_TEST_SUITE_P(BadPrograms, BadProgram,
                         ::testing::ValuesIn(programs_in(fs::path(OVERTAKE_SOURCE_DIR) /
                                                         "tests/programs/bad")),
                         stem);

// A loop inside an atomic section while the other thread has more to do: a hang, found and judged.
TEST(BadInput, EndlessAtomicSection) {
  const Folder folder;
  const std::string file = folder.file("endless.tre",
                                       "memory_size 2\nthread p1\n  initial q0\n"
                                       "  transition q0 q1 write 1 1\n"
                                       "  transition q1 done read d 1\nend\n\n"
                                       "thread p2\n  initial q2\n  transition q2 q3 lock\n"
                                       "  transition q3 q2 read a 0\nend\n");
  const Result result = run({"check", file, "--schedule", "none"});
  EXPECT_EQ(result.exit_code, 10) << result.out << result.err;
}

// Saved results that were damaged: kinds of values, and an order that is a circle.
TEST(BadInput, DamagedResults) {
  const Folder folder;
  const std::string program = folder.file("a.c", kStoreBuffering);
  const RunOptions here{.directory = folder.path()};
  nlohmann::json monitored = nlohmann::json::parse(run({"monitor", program, "--json"}, here).out);
  monitored["method"] = {{"file", 1}};
  expect_refused(run({"explain", folder.file("method.json", monitored.dump())}, here), kBadInput,
                 "\"method\" is of another kind");

  nlohmann::json checked =
      nlohmann::json::parse(run({"check", program, "--json", "--schedule", "none"}, here).out);
  nlohmann::json& error = checked["errors"][0];
  error["story"][0]["steps"] = {0};
  error["story"].erase(error["story"].begin() + 1, error["story"].end());
  error["coherence"] = {{1, 2}, {2, 1}};
  const Result result = run({"explain", folder.file("circle.json", checked.dump()), "--dot", "-"},
                            {.directory = folder.path(), .signal_after = std::chrono::seconds(30)});
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

// A flipped bit each; LLVM's reader crashes on them.
TEST(BadInput, DamagedBitcode) {
  const fs::path folder = fs::path(OVERTAKE_SOURCE_DIR) / "tests/formats/damaged";
  for (const char* file : {"function.bc", "metadata.bc"})
    expect_refused(run({"check", folder / file}), kBadInput, "not a valid LLVM module");
}

// Two threads that hang in ways of their own: which of them is named first was an internal error.
TEST(BadInput, DamagedTransitionsThatHang) {
  const fs::path file = fs::path(OVERTAKE_SOURCE_DIR) / "tests/formats/damaged/two_hangs.tre";
  for (const char* equivalence : {"rf", "rvf", "auto"}) {
    const Result result = run({"check", file, "--equivalence", equivalence, "--schedule", "none"});
    EXPECT_EQ(result.exit_code, 10) << result.err;
    EXPECT_NE(result.out.find("a spin loop that nothing can end"), std::string::npos) << result.out;
  }
}

TEST(BadInput, EmptyFile) {
  const Folder folder;
  expect_refused(run({"check", folder.file("empty.c", "")}), kBadInput, "main");
}

TEST(BadInput, BinaryGarbage) {
  const Folder folder;
  std::string garbage;
  for (unsigned i = 0, x = 1; i < 4096; ++i, x = x * 1103515245u + 12345u)
    garbage += static_cast<char>(x >> 16);
  expect_refused(run({"check", folder.file("garbage.c", garbage)}), kBadInput, "garbage.c:");
}

TEST(BadInput, NulBytesAndALongLine) {
  const Folder folder;
  std::string text = "int main(void) { return 0; }\n";
  text += std::string(64, '\0') + "\nint " + std::string(100000, 'x') + "\n";
  expect_refused(run({"check", folder.file("nul.c", text)}), kBadInput, "nul.c:");
}

TEST(BadInput, NestingWithoutEnd) {
  const Folder folder;
  const std::string text = "int main(void) { return " + std::string(20000, '(') + "1; }\n";
  expect_refused(run({"check", folder.file("nested.c", text)}), kBadInput, "nested.c:");
}

TEST(BadInput, TwoDefinitionsOfOneFunction) {
  const Folder folder;
  const std::string one = folder.file("one.c", "int main(void) { return 0; }\n");
  const std::string two = folder.file("two.c", "int main(void) { return 1; }\n");
  const Result result = run({"check", one, two});
  expect_refused(result, kBadInput, "two.c:1");
  expect_says(result.err, "defined twice", "standard error");
}

TEST(BadInput, JsonIsAskedForButThereIsNothingToReport) {
  const Folder folder;
  expect_refused(run({"check", folder.file("broken.c", "int main(void) {"), "--json"}), kBadInput,
                 "broken.c:1");
}

#endif

TEST(BadInput, MissingFile) {
  expect_refused(run({"check", "no/such/file.c"}), kBadInput, "no/such/file.c");
}

TEST(BadInput, DirectoryInsteadOfFile) {
  const Folder folder;
  fs::create_directory(folder.path() / "folder.c");
  expect_refused(run({"check", (folder.path() / "folder.c").string()}), kBadInput, "folder.c");
}

TEST(BadInput, UnknownKindOfFile) {
  const Folder folder;
  expect_refused(run({"check", folder.file("program.xyz", "hello")}), kBadInput, "program.xyz");
}

TEST(BadInput, NoFileAtAll) {
  const Result result = run({"check"});
  EXPECT_EQ(result.exit_code, kWrongUse) << result.out << result.err;
  EXPECT_FALSE(result.err.empty());
}

TEST(BadInput, UnknownModel) {
  expect_refused(run({"check", "x.c", "--model", "arm"}), kWrongUse, "arm");
}

TEST(BadInput, UnknownOption) {
  expect_refused(run({"check", "x.c", "--no-such-option"}), kWrongUse, "--no-such-option");
}

TEST(BadInput, UnknownCommand) { expect_refused(run({"chekc", "x.c"}), kWrongUse, "chekc"); }

TEST(BadInput, NumbersThatAreNone) {
  expect_refused(run({"check", "x.c", "--unroll", "many"}), kWrongUse, "many");
  expect_refused(run({"check", "x.c", "--timeout", "-3"}), kWrongUse, "-3");
}

TEST(BadInput, UnknownEquivalence) {
  expect_refused(run({"check", "x.c", "--equivalence", "magic"}), kWrongUse, "magic");
}

}  // namespace
}  // namespace overtake::test::bad_input_tests
