// What overtake is given and cannot use: the right message, the right exit code, never a crash. The
// programs of tests/programs/bad say themselves what is expected; the rest cannot be a file.
#include <gtest/gtest.h>

#include <chrono>

#include "annotations.h"
#include "run.h"

namespace overtake::test {
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

// A flipped bit each; LLVM's reader crashes on them.
TEST(BadInput, DamagedBitcode) {
  const fs::path folder = fs::path(OVERTAKE_SOURCE_DIR) / "tests/formats/damaged";
  for (const char* file : {"function.bc", "metadata.bc"})
    expect_refused(run({"check", folder / file}), kBadInput, "not a valid LLVM module");
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
}  // namespace overtake::test
