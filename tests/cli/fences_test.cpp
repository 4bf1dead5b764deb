// overtake fences on C and C++ (tests/programs/fences): each program is wrong under its model,
// right once the fences are in, and wrong again without any one of them.
#ifdef OVERTAKE_HAS_CLANG
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <sstream>

#include "run.h"

namespace overtake::test::fences_tests {
namespace {

namespace fs = std::filesystem;

struct Case {
  fs::path file;
  std::string model, criterion;
  std::size_t fences = 0;
  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.file; }
};

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream s;
  s << in.rdbuf();
  return s.str();
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& entry :
       fs::directory_iterator(fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/fences")) {
    if (entry.path().extension() == ".md") continue;
    // "// fences: MODEL CRITERION COUNT, MODEL CRITERION COUNT ..."
    std::string first;
    std::getline(std::istringstream(read(entry.path())) >> std::ws, first);
    std::istringstream wanted(first.substr(first.find(':') + 1));
    for (std::string one; std::getline(wanted, one, ',');) {
      Case c{.file = entry.path()};
      std::istringstream(one) >> c.model >> c.criterion >> c.fences;
      all.push_back(std::move(c));
    }
  }
  std::ranges::stable_sort(all, {}, &Case::file);
  return all;
}

class Fences : public testing::TestWithParam<Case> {};

// A line of a repaired file that is new, and what was there before.
struct Change {
  std::size_t line = 0;  // from 0
  std::optional<std::string> before;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The repairs in a diff of one file; #includes are none.
std::vector<Change> changes_of(const std::string& diff) {
  std::vector<Change> all;
  std::vector<std::string> gone;
  std::size_t line = 0;
  for (const std::string& text : lines_of(diff)) {
    if (text.starts_with("---") || text.starts_with("+++")) continue;
    if (text.starts_with("@@")) {
      line = std::stoul(text.substr(text.find('+') + 1)) - 1;
      gone.clear();
    } else if (text.starts_with('-')) {
      gone.push_back(text.substr(1));
    } else if (text.starts_with('+')) {
      Change c{.line = line++, .before = {}};
      if (!gone.empty()) {
        c.before = gone.front();
        gone.erase(gone.begin());
      }
      if (!text.starts_with("+#include")) all.push_back(c);
    } else {
      gone.clear();
      ++line;
    }
  }
  return all;
}

std::string without(const std::vector<std::string>& lines, const Change& change) {
  std::string text;
  for (std::size_t k = 0; k < lines.size(); ++k)
    if (k != change.line)
      text += lines[k] + "\n";
    else if (change.before)
      text += *change.before + "\n";
  return text;
}

// By `git apply`, in a folder whose name has a blank.
void expect_repair(const Case& c, const std::string& style, const std::string& places) {
  SCOPED_TRACE(style + " " + places);
  const Folder folder;
  const fs::path project = folder.path() / "my project";
  fs::create_directory(project);
  const std::string name = "a " + c.file.filename().string();
  const auto write = [&](const std::string& f, const std::string& text) {
    std::ofstream(project / f) << text;
  };
  write(name, read(c.file));
  const RunOptions here{.directory = project};
  const auto check = [&] { return run({"check", name, "--model", c.model}, here).exit_code; };
  const auto fences = [&](const std::string& f, const std::vector<std::string>& more) {
    std::vector<std::string> all{"fences",    f,         "--model", c.model,    "--criterion",
                                 c.criterion, "--style", style,     "--places", places};
    all.insert(all.end(), more.begin(), more.end());
    return run(all, here);
  };
  EXPECT_EQ(check(), 10);
  const Result found = fences(name, {"--json", "--patch", "fences.diff"});
  ASSERT_EQ(found.exit_code, 10) << found.err;
  const auto json = nlohmann::json::parse(found.out);
  EXPECT_EQ(json["verdict"], "fences-needed");
  // One order may do the work of two fences.
  const std::size_t repairs = json["fences"].size();
  EXPECT_LE(repairs, c.fences) << json["fences"];
  if (style == "fence" && places == "after-stores") {
    EXPECT_EQ(repairs, c.fences) << json["fences"];
  }
  EXPECT_EQ(json["minimal"], true);

  const auto sh = [&](const std::string& command) {
    return std::system(fmt::format("cd '{}' && {}", project.string(), command).c_str());
  };
  ASSERT_EQ(sh("patch -p1 --dry-run < fences.diff > /dev/null"), 0)
      << read(project / "fences.diff");
  ASSERT_EQ(sh("git apply fences.diff"), 0) << read(project / "fences.diff");
  const std::string compiler = name.ends_with(".c") ? "cc -std=c11" : "c++ -std=c++20";
  EXPECT_EQ(sh(fmt::format("{} -fsyntax-only '{}'", compiler, name)), 0);
  const std::string repaired = read(project / name);
  EXPECT_EQ(check(), 0) << repaired;
  EXPECT_EQ(fences(name, {"--json"}).exit_code, 0) << repaired;

  const std::vector<Change> changes = changes_of(read(project / "fences.diff"));
  EXPECT_EQ(changes.size(), repairs) << repaired;
  for (const Change& change : changes) {
    const std::string fewer = without(lines_of(repaired), change);
    write("fewer " + name, fewer);
    EXPECT_EQ(fences("fewer " + name, {"--json"}).exit_code, 10) << fewer;
  }
}

TEST_P(Fences, RepairTheProgram) { expect_repair(GetParam(), "fence", "after-stores"); }

TEST_P(Fences, RepairTheProgramAnywhere) { expect_repair(GetParam(), "fence", "anywhere"); }

TEST_P(Fences, RepairTheProgramByOrders) { expect_repair(GetParam(), "order", "after-stores"); }

TEST_P(Fences, RepairTheProgramByOrdersAnywhere) { expect_repair(GetParam(), "order", "anywhere"); }

INSTANTIATE_TEST_SUITE_P(Programs, Fences, testing::ValuesIn(cases()), [](const auto& info) {
  const Case& c = info.param;
  return c.file.stem().string() + "_" + c.model + "_" + c.criterion;
});

TEST(FencesCommand, PatchIsADiffThatLeavesTheFileAlone) {
  const Folder folder;
  const std::string text = read(fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/fences/peterson.c");
  const std::string file = folder.file("peterson.c", text);
  const Result r = run({"fences", file, "--criterion", "safety", "--patch", "-"});
  EXPECT_EQ(r.exit_code, 10);
  EXPECT_EQ(read(file), text);
  EXPECT_NE(r.out.find("--- a/"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("\n+  atomic_store_explicit(&turn, 1, memory_order_seq_cst);\n"),
            std::string::npos)
      << r.out;
}

TEST(FencesCommand, StyleOrderStrengthensStores) {
  const Folder folder;
  const std::string file = folder.file(
      "peterson.c", read(fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/fences/peterson.c"));
  ASSERT_EQ(run({"fences", file, "--criterion", "safety", "--style", "order", "--apply"}).exit_code,
            10);
  const std::string repaired = read(file);
  EXPECT_EQ(repaired.find("atomic_thread_fence"), std::string::npos) << repaired;
  EXPECT_NE(repaired.find("atomic_store_explicit(&turn, 1, memory_order_seq_cst)"),
            std::string::npos)
      << repaired;
  EXPECT_EQ(run({"check", file, "--model", "tso"}).exit_code, 0);
}

TEST(FencesCommand, WritesTheFencesOfACodeBase) {
  const Folder folder;
  const std::string file = folder.file(
      "peterson.c", read(fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/fences/peterson.c"));
  const auto patch = [&](const std::string& text) {
    return run({"fences", file, "--fence-text", text, "--patch", "-"}).out;
  };
  EXPECT_NE(patch("linux").find("\n+  smp_mb();\n"), std::string::npos);
  const std::string mfence = "asm volatile(\"mfence\" ::: \"memory\")";
  EXPECT_NE(patch(mfence).find("\n+  " + mfence + ";\n"), std::string::npos);
}

// The default: what does my code need?
TEST(FencesCommand, AsksForSafetyFirst) {
  const std::string queue = std::string(OVERTAKE_SOURCE_DIR) + "/examples/spsc_queue.c";
  for (const std::string model : {"tso", "pso"}) {
    const Result r = run({"fences", queue, "--model", model});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_NE(r.out.find("safe as it is"), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("Fences for sequential consistency everywhere: 2 (--criterion"),
              std::string::npos)
        << r.out;
    const auto json = nlohmann::json::parse(run({"fences", queue, "--model", model, "--json"}).out);
    EXPECT_EQ(json["criterion"], "safety");
    EXPECT_EQ(json["sequential_consistency"]["fences"], 2);
    EXPECT_FALSE(json.contains("no_assertions"));
  }
}

TEST(FencesCommand, TurnsToRobustnessIfNothingIsAsserted) {
  const Folder folder;
  const std::string file = folder.file("silent.c", R"(
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int r, s;
void *other(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  r = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  s = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, 0);
}
)");
  const Result r = run({"fences", file});
  EXPECT_EQ(r.exit_code, 10) << r.err;
  EXPECT_NE(r.out.find("The program has no assertions"), std::string::npos) << r.out;
  const auto json = nlohmann::json::parse(run({"fences", file, "--json"}).out);
  EXPECT_EQ(json["criterion"], "robustness");
  EXPECT_EQ(json["no_assertions"], true);
  EXPECT_EQ(json["fences"].size(), 2u);
  EXPECT_EQ(json["fences"][0]["order"], "memory_order_seq_cst");
  // Told to look at safety, it does, and says what that means.
  const Result safety = run({"fences", file, "--criterion", "safety"});
  EXPECT_EQ(safety.exit_code, 0);
  EXPECT_NE(safety.out.find("The program has no assertions"), std::string::npos) << safety.out;
}

// Constructors of the library clear by 8 bytes what they write by 4.
TEST(FencesCommand, KnowsAccessesOfDifferentSizes) {
  const std::string queue = std::string(OVERTAKE_SOURCE_DIR) + "/examples/queue.cpp";
  const Result r = run({"fences", queue, "--json"});
  EXPECT_EQ(r.exit_code, 10) << r.err;
  EXPECT_EQ(nlohmann::json::parse(r.out)["verdict"], "fails-under-sc");
  const Folder folder;
  const std::string text = R"(
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
union { uint64_t all; uint32_t half[2]; } word;
uint32_t seen;
void *other(void *unused) {
  word.half[0] = 1;
  seen = word.half[1];
  return unused;
}
int main(void) {
  pthread_t t;
  word.all = 0;
  pthread_create(&t, 0, other, 0);
  word.half[1] = 1;
  uint32_t mine = word.half[0];
  pthread_join(t, 0);
  assert(mine == 1 || seen == 1);
  assert(word.all == 0x100000001);
}
)";
  const std::string file = folder.file("halves.c", text);
  for (const std::string criterion : {"safety", "persistence"}) {
    const auto json =
        nlohmann::json::parse(run({"fences", file, "--criterion", criterion, "--json"}).out);
    EXPECT_EQ(json["verdict"], "fences-needed") << criterion;
    EXPECT_EQ(json["fences"].size(), 2u) << criterion;
  }
  ASSERT_EQ(run({"fences", file, "--apply"}).exit_code, 10);
  EXPECT_EQ(run({"check", file, "--model", "tso"}).exit_code, 0);
}

TEST(FencesCommand, SaysThatNoFenceHelpsWhatIsWrongUnderSc) {
  const Folder folder;
  const std::string file =
      folder.file("wrong.c",
                  "#include <assert.h>\n#include <pthread.h>\nint x;\n"
                  "void *t(void *a) { x = 1; return a; }\n"
                  "int main(void) { pthread_t p; pthread_create(&p, 0, t, 0);\n"
                  "  assert(x == 0); pthread_join(p, 0); }\n");
  const Result r = run({"fences", file, "--criterion", "safety", "--json"});
  EXPECT_EQ(r.exit_code, 10);
  EXPECT_EQ(nlohmann::json::parse(r.out)["verdict"], "fails-under-sc");
}

// Whether a waiter had been woken before its condition variable ended is not known to the search.
TEST(FencesCommand, RefusesConditionsThatEndBeforeTimedWaits) {
  for (const char* model : {"tso", "pso"}) {
    const Result r = run(
        {"fences", std::string(OVERTAKE_SOURCE_DIR) + "/tests/programs/c/condition_freed_early.c",
         "--model", model});
    EXPECT_EQ(r.exit_code, 2) << r.out << r.err;
    EXPECT_NE(r.err.find("condition_freed_early.c:22: the end of a condition variable"),
              std::string::npos)
        << r.err;
  }
}

// Counters that never end: with wrapped values there are finitely many states.
TEST(FencesCommand, WrapsValuesOfC) {
  const Folder folder;
  const std::string file = folder.file("ticket.c", R"(
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_uint next, now;
int inside;
void *customer(void *unused) {
  for (;;) {
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&now, memory_order_relaxed) != mine) {
    }
    ++inside;
    assert(inside == 1);
    --inside;
    atomic_store_explicit(&now, mine + 1, memory_order_relaxed);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, customer, 0);
  customer(0);
}
)");
  const Result tso = run({"fences", file, "--value-bits", "3", "--json"});
  EXPECT_EQ(tso.exit_code, 0) << tso.out << tso.err;
  EXPECT_EQ(nlohmann::json::parse(tso.out)["value_bits"], 3);
  const Result pso = run({"fences", file, "--model", "pso", "--value-bits", "3", "--json"});
  EXPECT_EQ(pso.exit_code, 10) << pso.err;
  EXPECT_EQ(nlohmann::json::parse(pso.out)["fences"].size(), 1u);
  // Without the option: by itself, and it says so.
  const Result alone = run({"fences", file, "--json"});
  EXPECT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_EQ(nlohmann::json::parse(alone.out)["value_bits"], 8);
}

// The two stores of one statement: no fence can stand between them.
TEST(FencesCommand, PutsNoFenceIntoAStatement) {
  const Folder folder;
  const std::string file = folder.file("copy.c", R"(
#include <pthread.h>
struct pair { long a, b; } from = {1, 1}, to;
long first, second;
void *copy(void *unused) {
  to = from;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, copy, 0);
  second = to.b;
  first = to.a;
  pthread_join(t, 0);
}
)");
  EXPECT_EQ(run({"fences", file, "--criterion", "robustness"}).exit_code, 0);
  const Result pso = run({"fences", file, "--criterion", "robustness", "--model", "pso"});
  EXPECT_EQ(pso.exit_code, 2);
  EXPECT_NE(pso.err.find("middle of an expression"), std::string::npos) << pso.err;
}

}  // namespace
}  // namespace overtake::test::fences_tests
#endif
