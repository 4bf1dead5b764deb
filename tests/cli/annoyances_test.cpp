// Small things that stand in the way of people: each was wrong once.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "programs.h"
#include "run.h"

namespace overtake::test::annoyances_tests {
namespace {

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(Annoyances, BenchOfAFileThatIsNotThere) {
  const Result result = run({"bench", "no-such-file"});
  EXPECT_EQ(result.exit_code, 2) << result.out;
  EXPECT_TRUE(has(result.err, "no-such-file: no such file")) << result.err;
  EXPECT_EQ(result.out, "");
}

TEST(Annoyances, MemoryWithoutAUnit) {
  const Result result = run({"check", "a.c", "--memory", "5"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.err, "did you mean '5M' or '5G'?")) << result.err;
}

TEST(Annoyances, AnOptionWithoutItsValueSaysWhichThereAre) {
  const Result result = run({"check", "a.c", "--model"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.err, "--model needs a value")) << result.err;
  EXPECT_TRUE(has(result.err, "sc,tso,pso")) << result.err;
  EXPECT_FALSE(has(result.err, "TEXT")) << result.err;
}

TEST(Annoyances, AFolderIsNotAFile) {
  const Result result = run({"check", "."});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(has(result.err, ".: is a directory; ")) << result.err;
}

TEST(Annoyances, GarbageIsNotEchoedRaw) {
  const Folder folder;
  const std::string file = folder.file("g.litmus", "\x1b[2J\x07\xff\xfe{ }\n");
  const Result result = run({"litmus", file});
  for (const std::string& text : {result.out, result.err})
    for (const char c : text)
      EXPECT_TRUE(static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t') << text;
  EXPECT_FALSE(has(result.err + result.out, "\xff"));
  const Result check = run({"check", file});
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_TRUE(has(check.err, "\\x1b")) << check.err;
  EXPECT_FALSE(has(check.err, "\x1b")) << check.err;
}

TEST(Annoyances, HelpNamesDefaults) {
  const Result result = run({"fences", "--help-all"});
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE((!has(line, "--criterion") && !has(line, "--style")) || has(line, "default"))
        << line;
  EXPECT_TRUE(has(run({"fences", "--help"}).out, "--criterion"));
}

#ifdef OVERTAKE_HAS_CLANG

TEST(Annoyances, ModelsInCapitals) {
  const Folder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const RunOptions here{.directory = folder.path()};
  EXPECT_EQ(run({"check", file, "--model", "SC"}, here).exit_code, 0);
  EXPECT_EQ(run({"check", file, "--model", "X86"}, here).exit_code, 10);
}

// A program that failed to run is not a benchmark that went well.
TEST(Annoyances, BenchOfAProgramThatDoesNotCompile) {
  const Folder folder;
  EXPECT_EQ(
      run({"bench", folder.file("broken.c", "int main(void) {"), "--algorithms", "rf"}).exit_code,
      2);
}

TEST(Annoyances, AReportOnStandardOutputIsAlone) {
  const Folder folder;
  folder.file("sb.c", kStoreBuffering);
  const RunOptions here{.directory = folder.path()};
  const Result html = run({"check", "sb.c", "--html", "-"}, here);
  EXPECT_EQ(html.exit_code, 10);
  EXPECT_TRUE(html.out.starts_with("<!")) << html.out.substr(0, 200);
  const Result sarif = run({"check", "sb.c", "--sarif", "-"}, here);
  EXPECT_TRUE(nlohmann::json::accept(sarif.out)) << sarif.out.substr(0, 200);
  const Result both = run({"check", "sb.c", "--sarif", "-", "--json"}, here);
  EXPECT_EQ(both.exit_code, 1);
  EXPECT_TRUE(has(both.err, "one of the reports only")) << both.err;
}

TEST(Annoyances, ColorCanBeForced) {
  const Folder folder;
  folder.file("sb.c", kStoreBuffering);
  const std::vector<std::string> words{"check", "sb.c", "--schedule", "none"};
  const auto colored = [&](std::vector<std::string> more, std::vector<std::string> environment) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return has(run(all, {.directory = folder.path(), .environment = std::move(environment)}).out,
               "\x1b[");
  };
  EXPECT_FALSE(colored({}, {"FORCE_COLOR="}));
  EXPECT_TRUE(colored({"--color", "always"}, {}));
  EXPECT_TRUE(colored({}, {"FORCE_COLOR=1"}));
  EXPECT_FALSE(colored({}, {"FORCE_COLOR=0"}));
  EXPECT_FALSE(colored({"--color=never"}, {"FORCE_COLOR=1"}));
  const Result terminal = run_on_terminal({"check", "sb.c", "--schedule", "none", "--color=never"},
                                          {.directory = folder.path()});
  EXPECT_FALSE(has(terminal.out, "\x1b[3")) << terminal.out;
}

TEST(Annoyances, CommandsThatAreShownCanBePasted) {
  const Folder folder;
  folder.file("s b.c", kStoreBuffering);
  const Result result = run({"check", "s b.c"}, {.directory = folder.path()});
  EXPECT_TRUE(has(result.out, "overtake replay 's b.tso.schedule'")) << result.out;
  EXPECT_TRUE(has(result.out, "`overtake fences 's b.c'` repairs this")) << result.out;
  EXPECT_TRUE(has(result.out, "Next: overtake fences 's b.c' --model tso")) << result.out;
}

TEST(Annoyances, AMisspelledEntryGetsASuggestion) {
  const Folder folder;
  const std::string file = folder.file("t.c", "void test_queue(void) {}\nvoid other(void) {}\n");
  const Result result = run({"check", file, "--entry", "test_qeue"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(has(result.err, "did you mean 'test_queue'?")) << result.err;
}

// LLVM calls some faults of a module fatal, and would end the process.
TEST(Annoyances, BrokenModulesAreBadInput) {
  const Folder folder;
  const std::string body =
      "define i32 @main() {\n  %a = add i32 %b, 1\n  %b = add i32 %a, 1\n  ret i32 %a\n}\n";
  for (const std::string flags :
       {"", "!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"}) {
    const Result result = run({"check", folder.file("broken.ll", body + flags)});
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_TRUE(has(result.err, "broken.ll: this is not a valid LLVM module")) << result.err;
  }
}

TEST(Annoyances, AnEndlessComputationIsShown) {
  const Folder folder;
  const std::string file = folder.file(
      "loop.c", "int main(void) {\n  unsigned x = 1;\n  for (;;)\n    x = x * 3 + 1;\n}\n");
  const Result result = run({"check", file, "--timeout", "1s"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_TRUE(has(result.out, "loop.c:3: main was still computing here") ||
              has(result.out, "loop.c:4: main was still computing here"))
      << result.out;
  // While it runs, the user who waits sees that.
  const Result terminal = run_on_terminal({"check", file, "--timeout", "2s"});
  EXPECT_TRUE(has(terminal.out, "0 executions") && has(terminal.out, ", 1 s")) << terminal.out;
}

#endif

}  // namespace
}  // namespace overtake::test::annoyances_tests
