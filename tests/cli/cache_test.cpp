// Compiled modules that are kept from one run to the next.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "programs.h"
#include "run.h"

namespace overtake::test::cache_tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Cache : public testing::Test {
 protected:
  Cache() {
    folder_.file("value.h", "#define VALUE 1\n");
    folder_.file("a.c",
                 "#include <assert.h>\n#include \"value.h\"\n"
                 "int main(void) { assert(VALUE == 1); }\n");
  }
  int check(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"check", "a.c", "--schedule", "none"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, {.directory = folder_.path(), .environment = {"XDG_CACHE_HOME=" + cache()}})
        .exit_code;
  }
  std::string cache() const { return (folder_.path() / "cache").string(); }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> all;
    if (fs::exists(cache() + "/overtake"))
      for (const auto& entry : fs::directory_iterator(cache() + "/overtake"))
        all.push_back(entry.path());
    return all;
  }
  std::uintmax_t bytes() const {
    std::uintmax_t sum = 0;
    for (const fs::path& entry : entries()) sum += fs::file_size(entry);
    return sum;
  }
  const Folder folder_;
};

TEST_F(Cache, KnowsEveryFileThatWasRead) {
  EXPECT_EQ(check(), 0);
  ASSERT_EQ(entries().size(), 1u);
  EXPECT_EQ(check(), 0);
  EXPECT_EQ(entries().size(), 1u);
  folder_.file("value.h", "#define VALUE 2\n");
  EXPECT_EQ(check(), 10);
  folder_.file("value.h", "#define VALUE 1\n");
  EXPECT_EQ(check(), 0);
}

// A header that was looked for in an earlier folder, and was not there.
TEST_F(Cache, KnowsEveryFileThatWasMissing) {
  fs::create_directory(folder_.path() / "first");
  fs::create_directory(folder_.path() / "second");
  folder_.file("a.c",
               "#include <assert.h>\n#include <value.h>\nint main(void) { assert(VALUE == 1); }\n");
  folder_.file("second/value.h", "#define VALUE 1\n");
  const std::vector<std::string> flags{"--", "-Ifirst", "-Isecond"};
  EXPECT_EQ(check(flags), 0);
  folder_.file("first/value.h", "#define VALUE 2\n");
  EXPECT_EQ(check(flags), 10);
}

TEST_F(Cache, KnowsFlagsAndCanBeTurnedOff) {
  EXPECT_EQ(check({"--no-cache"}), 0);
  EXPECT_EQ(entries().size(), 0u);
  EXPECT_EQ(check(), 0);
  EXPECT_EQ(check({"--", "-DVALUE_IS_NOT_USED"}), 0);
  EXPECT_EQ(entries().size(), 2u);
}

TEST_F(Cache, SurvivesDamage) {
  EXPECT_EQ(check(), 0);
  ASSERT_EQ(entries().size(), 1u);
  const fs::path entry = entries().front();
  const std::uintmax_t size = fs::file_size(entry);
  fs::resize_file(entry, size / 2);
  EXPECT_EQ(check(), 0);
  {
    std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size - 100));
    file << "garbage";
  }
  EXPECT_EQ(check(), 0);
  folder_.file("cache/overtake/" + entry.filename().string(), "");
  EXPECT_EQ(check(), 0);
}

// A module that was kept gives the same answer as one that was compiled, to the byte.
TEST_F(Cache, ChangesNoAnswer) {
  folder_.file("sb.c", kStoreBuffering);
  const RunOptions here{.directory = folder_.path(), .environment = {"XDG_CACHE_HOME=" + cache()}};
  const auto answer = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"check", "sb.c", "--json", "--jobs", "1", "--full"};
    words.insert(words.end(), more.begin(), more.end());
    Json json = Json::parse(run(words, here).out);
    json.erase("seconds");
    json.erase("peak_memory_bytes");
    return json;
  };
  const Json fresh = answer({"--no-cache"});
  EXPECT_EQ(answer({}), fresh);
  EXPECT_EQ(answer({}), fresh);
}

// The program is the same from the cache: also where its models depend on who calls what.
TEST_F(Cache, GivesTheSameProgram) {
  const RunOptions here{.directory = folder_.path(), .environment = {"XDG_CACHE_HOME=" + cache()}};
  const fs::path programs = fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs";
  for (const char* file : {"c/cancel_condition.c", "c/robust_mutex.c", "c/exit_handlers.c",
                           "c/asm_locked_instructions.c", "c/formatting.c", "cpp/thread_pool.cpp",
                           "cpp/spsc_ring.cpp"}) {
    const std::string program = (programs / file).string();
    const std::size_t before = entries().size();
    const Result compiled = run({"ir", program}, here);
    EXPECT_EQ(compiled.exit_code, 0) << file << compiled.err;
    const bool cxx = fs::path(file).extension() == ".cpp";  // and that its includes were seen
    EXPECT_EQ(entries().size(), before + (cxx ? 2 : 1)) << file;
    EXPECT_EQ(run({"ir", program}, here).out, compiled.out) << file;
  }
}

// What the answer depends on besides files: the time, also by way of the command line, and which
// names a folder holds.
TEST_F(Cache, KeepsNothingThatTellsTheTime) {
  folder_.file("a.c", "const char *when = __TIME__;\nint main(void) { return when == 0; }\n");
  EXPECT_EQ(check(), 0);
  EXPECT_EQ(entries().size(), 0u);
  folder_.file("a.c", "const char *when = WHEN;\nint main(void) { return when == 0; }\n");
  EXPECT_EQ(check({"--", "-DWHEN=__DATE__"}), 0);
  EXPECT_EQ(entries().size(), 0u);
  // The word alone does not matter.
  folder_.file("a.c", "// __TIME__\nint main(void) { return 0; }\n");
  EXPECT_EQ(check(), 0);
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(Cache, SeveralRunsAtOnceShareIt) {
  std::vector<std::thread> runs;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i) runs.emplace_back([&] { right += check() == 0 ? 1 : 0; });
  for (std::thread& r : runs) r.join();
  EXPECT_EQ(right, 4);
  EXPECT_EQ(entries().size(), 1u);
  EXPECT_EQ(check(), 0);
}

}  // namespace
}  // namespace overtake::test::cache_tests
#endif
