// One run for several memory models, and programs of which a part cannot be translated.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "programs.h"
#include "run.h"

namespace overtake::test::models_tests {
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
  const std::string corpus = OVERTAKE_SOURCE_DIR "/tests/programs/";
  for (const std::string& file :
       {std::string("sb.c"), std::string("mp.c"), corpus + "c/condition_broadcast.c",
        corpus + "c/wait_hang_opposite.c", corpus + "c/wait_malloc_hang.c",
        corpus + "cpp/latch.cpp", corpus + "cpp/spinlock_broken.cpp"}) {
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

// Also within a function that runs: what stands on a branch that is not taken is no reason.
TEST(Refused, InstructionsOnlyIfReached) {
  const Folder folder;
  const auto program = [](const std::string& reached) {
    return "extern int elsewhere; int reached = " + reached +
           ";\nint main(void) {\n  if (reached) {\n    asm volatile(\"cpuid\" ::: \"rax\");\n"
           "    elsewhere = 1;\n  }\n}\n";
  };
  EXPECT_EQ(run({"check", folder.file("unreached.c", program("0"))}).exit_code, 0);
  const Result result = run({"check", folder.file("reached.c", program("1"))});
  EXPECT_EQ(result.exit_code, 2) << result.out;
  for (const char* words :
       {"reached.c:4:5: inline assembly 'cpuid' is not supported: cpuid", "(in main)",
        "Other executions may need:", "reached.c:5:15: use of undefined variable 'elsewhere'"})
    EXPECT_TRUE(has(result.err, words)) << words << " in\n" << result.err;
}

TEST(Refused, NothingIsIgnoredAway) {
  const Folder folder;
  const std::string file = folder.file("a.c", "void one(void);\nint main(void) { one(); }\n");
  EXPECT_EQ(run({"check", file, "--ignore", "invalid-call"}).exit_code, 2);
}

}  // namespace
}  // namespace overtake::test::models_tests
#endif
