// A project of several C and C++ files, checked as it is through its compile_commands.json.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "run.h"

namespace overtake::test::project_tests {
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
  const Result nowhere = run({"check", "-p", "nowhere"}, here);
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_NE(nowhere.err.find("nowhere: cannot be read"), std::string::npos) << nowhere.err;
}

// As messages name functions: with the file and with namespaces.
TEST(RelativeProject, EntryInANamespace) {
  const Folder folder;
  folder.file("test.cpp",
              "#include <cassert>\n"
              "namespace a { void test() { assert(true); } }\n"
              "namespace b { void test() { assert(false); } }\n");
  folder.file("compile_commands.json",
              R"([{"directory": ".", "file": "test.cpp", "command": "c++ -c test.cpp"}])");
  const RunOptions here{.directory = folder.path()};
  for (const std::vector<std::string>& how :
       {std::vector<std::string>{"check", "-p", ".", "--entry"},
        std::vector<std::string>{"check", "test.cpp", "--entry"}}) {
    const auto check = [&](const std::string& entry) {
      std::vector<std::string> words = how;
      words.push_back(entry);
      return run(words, here);
    };
    EXPECT_EQ(check("test.cpp:a::test").exit_code, 0);
    EXPECT_EQ(check("test.cpp:b::test").exit_code, 10);
    const Result several = check("test.cpp:test");
    EXPECT_EQ(several.exit_code, 2);
    EXPECT_NE(several.err.find("test.cpp:b::test"), std::string::npos) << several.err;
  }
  const Result misspelt = run({"check", "-p", ".", "--entry", "tset.cpp:a::test"}, here);
  EXPECT_EQ(misspelt.exit_code, 2);
  EXPECT_NE(misspelt.err.find("did you mean 'test.cpp'?"), std::string::npos) << misspelt.err;
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
  for (const char* test :
       {"whole.tso", "whole.pso", "functions.test_ring.tso", "google.Ring.PassesMessages.pso",
        "catch.a_counter_counts.sc", "catch.a_counter_counts.tso",
        "catch.stores_are_seen_at_once.sc", "more.Suite.IsSetUpOnceAndItsNameIsOnTheNextLine.tso",
        "more.Suite.SeesWhatIsPrivate.tso", "more.Suite.SkipsTheRest.tso",
        "sections.sections_begin_anew.tso", "sections.has_a_fixture.tso",
        "cxx.test_in_namespace.tso", "cxx.test_unnamed.tso"})
    EXPECT_NE(line(test).find("Passed"), std::string::npos) << test << '\n' << text;
  for (const char* test : {"functions.test_store_buffering.tso", "google.Two.IsWrong.pso",
                           "catch.stores_are_seen_at_once.tso", "more.Suite.IsNotSetUpTwice.tso",
                           "sections.each_leaf_runs_once.tso",
                           "sections.another_file_the_same_line.tso", "cxx.test_static.tso"})
    EXPECT_NE(line(test).find("Failed"), std::string::npos) << test << '\n' << text;
  EXPECT_NE(line("more.Suite.DISABLED_IsNotRun.tso").find("Disabled"), std::string::npos) << text;
}

// Functions of C++ by the names that people give them.
TEST(Entry, NamesOfFunctions) {
  const Folder folder;
  folder.file("a.cpp",
              "namespace deep { void inner() {} void twice() {} }\n"
              "namespace { void twice() {} void hidden() { __builtin_trap(); } }\n"
              "static void local() { __builtin_trap(); }\n");
  folder.file("b.cpp", "static void local() {}\nvoid alone(int) {}\n");
  const auto starts = [&](const std::string& entry) {
    return run({"check", "a.cpp", "b.cpp", "--entry", entry, "--schedule", "none"},
               {.directory = folder.path()});
  };
  EXPECT_EQ(starts("inner").exit_code, 0);
  EXPECT_EQ(starts("deep::inner").exit_code, 0);
  EXPECT_EQ(starts("deep::twice").exit_code, 0);
  EXPECT_EQ(starts("hidden").exit_code, 10);
  EXPECT_EQ(starts("a.cpp:local").exit_code, 10);
  EXPECT_EQ(starts("b.cpp:local").exit_code, 0);
  for (const auto& [entry, words] : {std::pair{"twice", "several functions 'twice'"},
                                     {"local", "a.cpp:local"},
                                     {"innr", "did you mean 'inner'?"},
                                     {"a.cpp:inne", "did you mean 'inner'?"}}) {
    const Result result = starts(entry);
    EXPECT_EQ(result.exit_code, 2) << entry;
    EXPECT_NE(result.err.find(words), std::string::npos) << entry << '\n' << result.err;
  }
}

// gcc ignores a standard of the other language with a warning.
TEST(Entry, FilesOfTwoLanguagesShareFlags) {
  const Folder folder;
  folder.file("a.c", "int class = 3;\nint get(void) { return class; }\n");
  folder.file("b.cpp",
              "#include <concepts>\ntemplate <std::integral T> T id(T t) { return t; }\n"
              "extern \"C\" int get();\nint main() { return id(get()) - 3; }\n");
  const Result result = run({"check", "a.c", "b.cpp", "--schedule", "none", "--", "-std=c++20"},
                            {.directory = folder.path()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

// The messages are those of the standard in which less is wrong.
TEST(Entry, ErrorsOfCxx20) {
  const Folder folder;
  const std::string file =
      folder.file("a.cpp",
                  "#include <concepts>\ntemplate <std::integral T> T id(T t) { return t; }\n"
                  "int main() { return id(nothing); }\n");
  const Result result = run({"check", file});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("nothing"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("integral"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace overtake::test::project_tests
#endif
