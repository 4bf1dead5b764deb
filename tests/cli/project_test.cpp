// A project of several C and C++ files, checked as it is through its compile_commands.json.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "run.h"

namespace overtake::test {
namespace {

class Project : public ::testing::TestWithParam<const char*> {};

TEST_P(Project, IsCheckedThroughItsCompileCommands) {
  const Folder folder;
  const std::string build = folder.path() / "build";
  const std::string configure = "cmake -S " OVERTAKE_SOURCE_DIR "/tests/programs/project -B " +
                                build + " > " + build + ".log 2>&1";
  ASSERT_EQ(std::system(configure.c_str()), 0) << configure;
  const Result right =
      run({"check", "-p", build, "--entry", "test_queue.cpp", "--model", GetParam()});
  EXPECT_EQ(right.exit_code, 0) << right.out << right.err;
  const Result wrong =
      run({"check", "-p", build, "--entry", "test_overflow.cpp", "--model", GetParam()});
  EXPECT_EQ(wrong.exit_code, 10) << wrong.out << wrong.err;
  EXPECT_NE(wrong.out.find("test_overflow.cpp:15:3: error: assertion failed: room"),
            std::string::npos)
      << wrong.out;
}

INSTANTIATE_TEST_SUITE_P(Models, Project, ::testing::Values("sc", "tso", "pso"));

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Nothing in the file names an absolute path but the compiler: the folder of the commands is
// relative to that of the file, sources are relative to it, and flags are in a response file.
TEST(RelativeProject, IsChecked) {
  const Folder folder;
  std::filesystem::create_directories(folder.path() / "build");
  folder.file("add.c", "int add(int a, int b) { return a + b + OFFSET; }\n");
  folder.file("test.c",
              "#include <assert.h>\nint add(int, int);\n"
              "int main(void) { assert(add(1, 2) == 3); }\n"
              "void wrong(void) { assert(add(1, 2) == 4); }\n");
  folder.file("build/flags.rsp", "-DOFFSET=0\n");
  folder.file(
      "build/compile_commands.json",
      R"([{"directory": ".", "file": "../add.c", "command": "cc @flags.rsp -c ../add.c -o add.o"},
                  {"directory": ".", "file": "../test.c", "command": "cc -c ../test.c -o test.o"}])");
  const RunOptions here{.directory = folder.path()};
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"check", "-p", "build", "--entry", "test.c"},
        std::vector<std::string>{"check", "-p", "./build", "test.c"}}) {
    const Result result = run(words, here);
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  }
  const Result wrong = run({"check", "-p", "build", "--entry", "test.c:wrong"}, here);
  EXPECT_EQ(wrong.exit_code, 10) << wrong.out << wrong.err;
}

TEST(ProjectOfChecks, LinkedLibrariesAndDiscoveredTests) {
  const Folder folder;
  const std::string build = folder.path() / "build";
  const std::string configure =
      "cmake -S " OVERTAKE_SOURCE_DIR "/tests/programs/checks -B " + build +
      " -DOVERTAKE_PACKAGING=" OVERTAKE_SOURCE_DIR "/packaging -Dovertake_EXECUTABLE=" +
      OVERTAKE_BINARY + " > " + build + ".log 2>&1";
  ASSERT_EQ(std::system(configure.c_str()), 0) << configure << contents(build + ".log");
  const std::string log = folder.path() / "ctest.log";
  EXPECT_NE(std::system(("ctest --test-dir " + build + " > " + log + " 2>&1").c_str()), 0);
  const std::string text = contents(log);
  const auto line = [&](const std::string& test) {
    const std::size_t at = text.find(": overtake." + test + " .");
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
  };
  for (const char* test : {"whole.tso", "whole.pso", "functions.test_ring.tso",
                           "google.Ring.PassesMessages.pso", "catch.a_counter_counts.sc",
                           "catch.a_counter_counts.tso", "catch.stores_are_seen_at_once.sc"})
    EXPECT_NE(line(test).find("Passed"), std::string::npos) << test << '\n' << text;
  for (const char* test : {"functions.test_store_buffering.tso", "google.Two.IsWrong.pso",
                           "catch.stores_are_seen_at_once.tso"})
    EXPECT_NE(line(test).find("Failed"), std::string::npos) << test << '\n' << text;
}

}  // namespace
}  // namespace overtake::test
#endif
