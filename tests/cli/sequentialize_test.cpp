// overtake sequentialize: the C that it writes, under each model, compiles without a warning and
// runs without undefined behaviour, whatever it chooses; and its runs are those of the model.
#ifdef OVERTAKE_HAS_CLANG
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "run.h"

namespace overtake::test::sequentialize_tests {
namespace {

// Runs the emitted program again and again, with other choices each time, and says how many of the
// runs were ended by an assertion. Any other trouble is its own failure.
constexpr const char* kDriver = R"(#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#undef main
int program(void);
unsigned long __VERIFIER_nondet_ulong(void);
static unsigned long state;
unsigned long __VERIFIER_nondet_ulong(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 20;
}
int main(int argc, char** argv) {
  long failed = 0, runs = argc > 1 ? atol(argv[1]) : 1;
  for (long k = 1; k <= runs; k++) {
    if (fork() == 0) {
      state = (unsigned long)k * 0x9e3779b97f4a7c15ul;
      fclose(stderr);
      exit(program());
    }
    int status;
    wait(&status);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
      failed++;
    else if (status != 0)
      return 1;
  }
  printf("%ld\n", failed);
}
)";

// The emitted program, compiled.
std::string compiled(const Folder& folder, const std::string& program, const std::string& model) {
  const Result r = run({"sequentialize", fmt::format("{}/{}.c", OVERTAKE_SOURCE_DIR, program),
                        "--model", model, "--unroll", "1", "--rounds", "3", "--max-clock", "2"});
  EXPECT_EQ(r.exit_code, 0) << r.err;
  const std::string c = folder.file(model + ".c", r.out);
  const std::string driver = folder.file("driver.c", kDriver);
  const std::string binary = (folder.path() / model).string();
  const std::string command = fmt::format(
      "gcc -std=gnu11 -Wall -Wextra -Werror -DOVERTAKE_RUN -Dmain=program -fsanitize=undefined "
      "-fno-sanitize-recover=undefined {} {} -o {}",
      c, driver, binary);
  EXPECT_EQ(std::system(command.c_str()), 0) << program;
  return binary;
}

// How many of the runs meet the program's error; none may meet undefined behaviour.
long failing_runs(const Folder& folder, const std::string& binary, int runs) {
  const std::string out = (folder.path() / "out").string();
  EXPECT_EQ(std::system(fmt::format("{} {} >{}", binary, runs, out).c_str()), 0) << binary;
  long failed = -1;
  std::ifstream(out) >> failed;
  EXPECT_GE(failed, 0);
  return failed;
}

class EmittedC : public testing::TestWithParam<const char*> {};

TEST_P(EmittedC, CompilesWithoutWarningsAndRunsWithoutUndefinedBehaviour) {
  const Folder folder;
  for (const char* model : {"sc", "tso", "pso"})
    failing_runs(folder, compiled(folder, GetParam(), model), 20);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, EmittedC,
    testing::Values("benchmarks/bmc/programs/dekker", "benchmarks/bmc/programs/lamport",
                    "benchmarks/bmc/programs/peterson", "benchmarks/bmc/programs/szymanski",
                    "benchmarks/bmc/programs/parker", "benchmarks/bmc/programs/stack_unsafe",
                    "benchmarks/bmc/programs/fib_longer", "tests/programs/c/bank_transfer",
                    "tests/programs/c/barrier_phases", "tests/programs/c/readers_writers",
                    "examples/message_passing"),
    [](const auto& info) { return std::filesystem::path(info.param).filename().string(); });

TEST(Sequentialize, RunsOfTheEmittedCAreThoseOfTheModel) {
  const Folder folder;
  const char* const program = "examples/store_buffering";
  EXPECT_EQ(failing_runs(folder, compiled(folder, program, "sc"), 3000), 0);
  EXPECT_GT(failing_runs(folder, compiled(folder, program, "tso"), 3000), 0);
}

}  // namespace
}  // namespace overtake::test::sequentialize_tests
#endif
