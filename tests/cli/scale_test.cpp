// Long runs: many threads, checkpoints, kills in between, and files that are not what they should
// be.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "run.h"

namespace overtake::test::scale_tests {
namespace {

using Json = nlohmann::json;

const std::string kFib = OVERTAKE_SOURCE_DIR "/benchmarks/programs/fib.c";
#if defined(OVERTAKE_SANITIZED)
constexpr const char* kSize = "-DN=4";
constexpr std::uint64_t kExecutions = 34205;
#else
constexpr const char* kSize = "-DN=5";
constexpr std::uint64_t kExecutions = 525630;
#endif

std::vector<std::string> fib(std::vector<std::string> options) {
  std::vector<std::string> arguments{"check", kFib, "--model", "tso", "--json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--", kSize});
  return arguments;
}

std::uint64_t executions(const Result& result) {
  return Json::parse(result.out).at("executions").at("complete").get<std::uint64_t>();
}

TEST(Scale, ThreadsCountTheSame) {
  for (const char* jobs : {"2", "5"}) {
    const Result result = run(fib({"--jobs", jobs}));
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_EQ(executions(result), kExecutions) << jobs;
  }
}

#ifdef OVERTAKE_HAS_MPI

// Kills the process of rank 1 whose command line names `word`.
void kill_rank_1(const std::string& word) {
  const auto content = [](const std::filesystem::path& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  };
  for (const auto& entry : std::filesystem::directory_iterator("/proc"))
    if (content(entry.path() / "cmdline").find(word) != std::string::npos &&
        content(entry.path() / "environ").find("OMPI_COMM_WORLD_RANK=1") != std::string::npos)
      kill(std::stoi(entry.path().filename().string()), SIGKILL);
}

TEST(Scale, ProcessesCountTheSame) {
  for (const std::uint32_t processes : {2u, 3u}) {
    const Result result = run(fib({}), {.processes = processes});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_EQ(executions(result), kExecutions) << processes;
  }
}

TEST(Scale, ProcessesExploreTheSameAsOne) {
  for (const std::uint32_t processes : {2u, 4u}) {
    const Result result = run({"fuzz", "--seed", "0", "--count", "40"}, {.processes = processes});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_NE(result.out.find("40 checks, 0 passed over: no difference"), std::string::npos)
        << result.out;
  }
}

TEST(Scale, ProcessesOfAPipeSendNoColours) {
  const Result result = run({"check", kFib, "--", "-DN=2"}, {.processes = 2});
  EXPECT_NE(result.out.find("no error"), std::string::npos) << result.out << result.err;
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos) << result.out;
}

// It is not for the others to go on without the one that died, and to call that a result.
TEST(Scale, ARunWhoseProcessDiesSaysSoAndGoesOnLater) {
  const Folder folder;
  const std::string file = (folder.path() / "checkpoint").string();
  std::thread killer([&] {
    for (int i = 0; i < 10'000 && !std::filesystem::exists(file); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    kill_rank_1(file);
  });
  const Result died =
      run(fib({"--checkpoint", file, "--checkpoint-every", "20ms"}), {.processes = 2});
  killer.join();
  EXPECT_NE(died.exit_code, 0);
  EXPECT_NE(died.out.find("one of the processes died"), std::string::npos) << died.out << died.err;
  const Result rest = run(fib({"--resume", file}), {.processes = 3});
  EXPECT_EQ(rest.exit_code, 0) << rest.out << rest.err;
  EXPECT_EQ(executions(rest), kExecutions);
}

#endif

// Killed at any moment, it continues from the last checkpoint, and every class is counted once.
TEST(Scale, KilledRunsGoOn) {
  std::mt19937 random(7);
  for (const char* equivalence : {"rf", "rvf"}) {
    const Folder folder;
    const std::string file = (folder.path() / "checkpoint").string();
    int kills = 0;
    for (int round = 0; round < 40; ++round) {
      std::vector<std::string> options{"--jobs",       "2",  "--equivalence",      equivalence,
                                       "--checkpoint", file, "--checkpoint-every", "50ms"};
      if (std::filesystem::exists(file)) options.insert(options.end(), {"--resume", file});
      const bool kill = round < 3;
      const auto moment = std::chrono::milliseconds(150 + random() % 400);
      const Result result =
          run(fib(options),
              {.signal_after = kill ? moment : std::chrono::milliseconds{0}, .signal = SIGKILL});
      if (result.exit_code == 128 + SIGKILL) {
        ++kills;
        continue;
      }
      EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
      EXPECT_EQ(executions(result), kExecutions) << equivalence << " after " << kills << " kills";
      break;
    }
    EXPECT_GT(kills, 0);
  }
}

TEST(Scale, LimitsLeaveACheckpoint) {
  const Folder folder;
  const std::string file = (folder.path() / "checkpoint").string();
  const Result first = run(fib({"--checkpoint", file, "--timeout", "200ms"}));
  ASSERT_EQ(first.exit_code, 5) << first.out << first.err;
  EXPECT_NE(first.out.find("--resume"), std::string::npos) << first.out;
  EXPECT_LT(executions(first), kExecutions);
  const Result second = run(fib({"--resume", file}));
  EXPECT_EQ(second.exit_code, 0) << second.out << second.err;
  EXPECT_EQ(executions(second), kExecutions);
}

TEST(Scale, OtherCheckpointsAreRefused) {
  const Folder folder;
  const std::string file = (folder.path() / "checkpoint").string();
  ASSERT_EQ(run(fib({"--checkpoint", file, "--timeout", "100ms"})).exit_code, 5);
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& why) {
    const Result result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    EXPECT_NE(result.err.find(why), std::string::npos) << result.err;
  };
  refused(fib({"--resume", file, "--all-errors"}), "other options");
  refused({"check", kFib, "--resume", file, "--", "-DN=3"}, "another program");
  refused(fib({"--resume", kFib}), "not a checkpoint");
  refused(fib({"--resume", file + ".nothing"}), "cannot be read");

  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  const std::string whole = text.str();
  std::mt19937 random(3);
  for (int i = 0; i < 12; ++i) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 << (random() % 8));
    refused(fib({"--resume", folder.file("damaged", damaged)}), "checkpoint");
  }
  refused(fib({"--resume", folder.file("short", whole.substr(0, whole.size() / 2))}), "damaged");
}

TEST(Scale, ErrorsAreTheSameWhoeverFindsThem) {
  const Folder folder;
  const std::string file = folder.file("two.c", R"(
#include <assert.h>
#include <pthread.h>
int x, y;
void *a(void *p) { x = 1; assert(y != 3); return p; }
void *b(void *p) { y = 1; y = 2; y = 3; assert(x == 1); return p; }
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
})");
  std::string expected;
  for (const char* jobs : {"1", "2", "4"}) {
    Json result = Json::parse(
        run({"check", file, "--all-errors", "--json", "--schedule", "none", "--jobs", jobs}).out);
    result.erase("seconds");
    result.erase("peak_memory_bytes");
    if (expected.empty()) expected = result.dump();
    EXPECT_EQ(result.dump(), expected) << jobs;
  }
}

}  // namespace
}  // namespace overtake::test::scale_tests
#endif
