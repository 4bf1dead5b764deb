// A project of several C and C++ files, checked as it is through its compile_commands.json.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <cstdlib>

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
  EXPECT_NE(wrong.out.find("test_overflow.cpp:15: assertion failed: room"), std::string::npos)
      << wrong.out;
}

INSTANTIATE_TEST_SUITE_P(Models, Project, ::testing::Values("sc", "tso", "pso"));

}  // namespace
}  // namespace overtake::test
#endif
