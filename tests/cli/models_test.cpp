// One run for several memory models, and compiled modules that are kept from one run to the next.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "programs.h"
#include "run.h"

namespace overtake::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

class Models : public testing::Test {
 protected:
  Models() {
    folder_.file("sb.c", kStoreBuffering);
    folder_.file("mp.c", kMessagePassing);
  }
  const Folder folder_;
  const RunOptions here_{.directory = folder_.path()};
};

TEST_F(Models, OneTableAndTheWorstExitCode) {
  const Result result = run({"check", "mp.c", "--model", "sc,tso,pso"}, here_);
  EXPECT_EQ(result.exit_code, 10) << result.err;
  EXPECT_TRUE(has(result.out, "SC   no error")) << result.out;
  EXPECT_TRUE(has(result.out, "TSO  no error")) << result.out;
  EXPECT_TRUE(has(result.out, "PSO  1 error")) << result.out;
  EXPECT_TRUE(has(result.out, "How it happens under PSO")) << result.out;
  EXPECT_TRUE(fs::exists(folder_.path() / "mp.pso.schedule"));
  EXPECT_EQ(run({"replay", "mp.pso.schedule"}, here_).exit_code, 10);
  EXPECT_EQ(run({"check", "mp.c", "--model", "sc,tso"}, here_).exit_code, 0);
  EXPECT_EQ(run({"check", "mp.c", "--model", "sc,pso", "--max-executions", "1"}, here_).exit_code,
            5);
}

// An error that several models have is shown once.
TEST_F(Models, TheSameErrorIsShownOnce) {
  const Result result = run({"check", "sb.c", "--model", "tso,pso"}, here_);
  EXPECT_TRUE(has(result.out, "PSO  1 error, as under TSO")) << result.out;
  EXPECT_FALSE(has(result.out, "How it happens under PSO")) << result.out;
}

// The judge of what is shared: the documents are those of three runs.
TEST_F(Models, AnswersAreThoseOfOneModelEach) {
  for (const char* file : {"sb.c", "mp.c"}) {
    const Result all =
        run({"check", file, "--model", "sc,tso,pso", "--json", "--jobs", "1"}, here_);
    const Json list = Json::parse(all.out);
    ASSERT_EQ(list.size(), 3u);
    const char* models[] = {"sc", "tso", "pso"};
    for (int i = 0; i < 3; ++i) {
      Json one = Json::parse(
          run({"check", file, "--model", models[i], "--json", "--jobs", "1"}, here_).out);
      Json other = list[static_cast<std::size_t>(i)];
      for (Json* d : {&one, &other}) {
        d->erase("seconds");
        d->erase("peak_memory_bytes");
      }
      EXPECT_EQ(one, other) << file << ' ' << models[i];
    }
  }
}

TEST_F(Models, ExplainPrintsTheSame) {
  const std::vector<std::string> words{"check", "mp.c", "--model", "sc,tso,pso", "--jobs", "1"};
  const Result printed = run(words, here_);
  std::vector<std::string> json = words;
  json.emplace_back("--json");
  folder_.file("saved.json", run(json, here_).out);
  const Result explained = run({"explain", "saved.json", "--html", "page.html"}, here_);
  EXPECT_EQ(explained.exit_code, 0) << explained.err;
  EXPECT_TRUE(fs::exists(folder_.path() / "page.pso.html"));
  const Result text = run({"explain", "saved.json"}, here_);
  const std::string story = printed.out.substr(0, printed.out.find("mp.c:\n"));
  EXPECT_EQ(text.out.substr(0, text.out.find("mp.c:\n")), story);
  EXPECT_TRUE(has(text.out, "PSO  1 error")) << text.out;
  // JSON of JSON is the same in every byte.
  const std::string saved = run({"explain", "saved.json", "--json"}, here_).out;
  folder_.file("again.json", saved);
  EXPECT_EQ(Json::parse(saved).size(), 3u);
  EXPECT_EQ(run({"explain", "again.json", "--json"}, here_).out, saved);
}

TEST_F(Models, OnlyCheckTakesSeveral) {
  const Result monitor = run({"monitor", "mp.c", "--model", "tso,pso"}, here_);
  EXPECT_EQ(monitor.exit_code, 1);
  EXPECT_TRUE(has(monitor.err, "one memory model here")) << monitor.err;
  EXPECT_EQ(run({"check", "mp.c", "--model", "sc,arm"}, here_).exit_code, 1);
  EXPECT_EQ(run({"check", "mp.c", "--model", "sc,tso", "--html", "-"}, here_).exit_code, 1);
  EXPECT_EQ(run({"check", "mp.c", "--model", "sc,tso", "--checkpoint", "x"}, here_).exit_code, 1);
}

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

// A part of a program that cannot be translated matters only if an execution gets there.
TEST(Refused, OnlyWhatIsReached) {
  const Folder folder;
  const std::string text =
      "void one(void);\nint two(int);\nvoid three(void);\n"
      "static void helper(void) { three(); }\nint reached;\n"
      "int main(void) {\n  if (reached) {\n    one();\n    helper();\n    return two(1);\n  }\n}\n";
  EXPECT_EQ(run({"check", folder.file("unreached.c", text)}).exit_code, 0);
  const Result result = run(
      {"check", folder.file("reached.c", "extern int reached;\n" + text + "int reached = 1;\n")});
  EXPECT_EQ(result.exit_code, 2) << result.out;
  EXPECT_EQ(result.out, "");
  for (const char* words :
       {"reached.c:9:5: call of undefined function 'one'; give its source file or a model of it",
        "called by main", "undefined function 'two'", "undefined function 'three'",
        "called by helper"})
    EXPECT_TRUE(has(result.err, words)) << words << " in\n" << result.err;
  // Names of C++ are shown as they are written.
  const Result cxx = run(
      {"check", folder.file("reached.cpp",
                            "int one(int);\nnamespace a {\nint two(long v) { return one(1); }\n}\n"
                            "int main() { return a::two(2); }\n")});
  EXPECT_EQ(cxx.exit_code, 2) << cxx.out;
  EXPECT_TRUE(has(cxx.err, "undefined function 'one(int)'")) << cxx.err;
  EXPECT_TRUE(has(cxx.err, "(called by a::two(long))")) << cxx.err;
  // Also by the engines that do not say where they got.
  EXPECT_EQ(run({"monitor", (folder.path() / "reached.c").string()}).exit_code, 2);
  EXPECT_EQ(run({"bmc", (folder.path() / "reached.c").string()}).exit_code, 2);
  EXPECT_EQ(run({"bmc", (folder.path() / "unreached.c").string()}).exit_code, 0);
}

TEST(Refused, NothingIsIgnoredAway) {
  const Folder folder;
  const std::string file = folder.file("a.c", "void one(void);\nint main(void) { one(); }\n");
  EXPECT_EQ(run({"check", file, "--ignore", "invalid-call"}).exit_code, 2);
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

// The includes of a file that is edited are precompiled when they are met for the second time,
// which changes nothing.
TEST_F(Cache, PrecompiledIncludesGiveTheSameProgram) {
  const RunOptions here{.directory = folder_.path(), .environment = {"XDG_CACHE_HOME=" + cache()}};
  for (const char* file :
       {"thread_pool.cpp", "exception_caught_in_thread.cpp", "string_streams.cpp"}) {
    std::ifstream in(fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/cpp" / file);
    std::stringstream text;
    text << in.rdbuf();
    const std::uintmax_t before = bytes();
    Result last;
    for (const char* edit : {"// 1\n", "// 1, 2\n", "// 1, 2, 3\n"}) {
      folder_.file(file, text.str() + edit);
      last = run({"ir", file}, here);
      EXPECT_EQ(last.exit_code, 0) << file << last.err;
    }
    EXPECT_GT(bytes() - before, 1'000'000u) << file << ": nothing was precompiled";
    EXPECT_EQ(run({"ir", file, "--no-cache"}, here).out, last.out) << file;
  }
}

TEST_F(Cache, PrecompiledIncludesKnowTheirHeaders) {
  const RunOptions here{.directory = folder_.path(), .environment = {"XDG_CACHE_HOME=" + cache()}};
  const auto answer = [&](const std::string& body) {
    folder_.file("b.cpp", "#include \"value.h\"\n#include <cassert>\n" + body);
    return run({"check", "b.cpp", "--schedule", "none"}, here);
  };
  for (const char* edit : {"", "// 2\n", "// 3\n", "// 4\n"})
    EXPECT_EQ(answer(edit + std::string("int main() { assert(VALUE == 1); }\n")).exit_code, 0);
  folder_.file("value.h", "#define VALUE 2\n");
  // The module of the last run has to know the headers that it did not read by itself.
  EXPECT_EQ(answer("// 4\nint main() { assert(VALUE == 1); }\n").exit_code, 10);
  EXPECT_EQ(answer("// 5\nint main() { assert(VALUE == 1); }\n").exit_code, 10);
  EXPECT_EQ(answer("// 6\nint main() { assert(VALUE == 1); }\n").exit_code, 10);
  folder_.file("value.h", "#define VALUE 1\n");
  EXPECT_EQ(answer("// 7\nint main() { assert(VALUE == 1); }\n").exit_code, 0);
  // What does not compile is told in the same words, at its line.
  const Result broken = answer("\nint main() { return x; }\n");
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_EQ(broken.err, run({"check", "b.cpp", "--no-cache"}, here).err);
  EXPECT_TRUE(has(broken.err, "b.cpp:4:21: error:")) << broken.err;
}

}  // namespace
}  // namespace overtake::test
#endif
