// Each file of programs/ is a sequential program whose main returns a checksum of what it computed.
// gcc or g++ compiles it (clang, if its name starts with clang_: it uses what gcc 12 has not) and
// it is run natively; the lowered program must return the same, as written and optimized.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "ir/privatize.h"
#include "ir/simplify.h"
#include "run.h"
#include "support/folder.h"

namespace overtake::test {
namespace {

namespace fs = std::filesystem;

const fs::path kPrograms = fs::path(OVERTAKE_SOURCE_DIR) / "tests/unit/frontend_clang/programs";

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kPrograms))
    if (entry.path().extension() != ".h") names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

bool is_cxx(const fs::path& source) { return source.extension() == ".cpp"; }

int native_exit_code(const fs::path& source) {
  const test::Folder folder;
  const fs::path binary = folder.path() / "native";
  const bool by_clang = source.filename().string().starts_with("clang_");
  const std::string compiler = is_cxx(source) ? "g++ -std=c++20"
                               : by_clang     ? "clang-19 -std=gnu17"
                                              : "gcc -std=gnu17";
  const std::string compile = compiler + " -w -O1 -fwrapv -fno-strict-aliasing -mcx16 -o " +
                              binary.string() + " " + source.string() + " -lm -lpthread -latomic";
  if (std::system(compile.c_str()) != 0) return -1;
  const int status = std::system((binary.string() + " > /dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, AgreeWithNative) {
  const fs::path source = kPrograms / GetParam();
  const int expected = native_exit_code(source);
  ASSERT_GE(expected, 0) << "gcc could not compile or run " << source;
  for (const int optimize : {0, 2}) {
    frontend::Input input;
    input.files = {source.string()};
    input.compiler_flags = {"-fwrapv", "-fno-strict-aliasing"};
    if (is_cxx(source)) input.compiler_flags.push_back("-std=c++20");
    input.optimize = optimize;
    ir::Program program = frontend::load(input);
    ir::verify_or_throw(program);
    ir::privatize(program);
    ir::simplify(program);
    const Outcome outcome = run(program);
    EXPECT_FALSE(outcome.failed) << ir::name(outcome.error.kind) << " at -O" << optimize;
    EXPECT_TRUE(outcome.status == exec::Status::Ended || outcome.status == exec::Status::Exited);
    EXPECT_EQ(outcome.exit_code(), expected) << "at -O" << optimize;
  }
}

INSTANTIATE_TEST_SUITE_P(FrontendClang, Programs, testing::ValuesIn(programs()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace overtake::test
