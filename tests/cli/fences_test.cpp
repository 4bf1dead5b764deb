// overtake fences on C and C++ (tests/programs/fences): each program is wrong under its model,
// right once the fences are in, and wrong again without any one of them.
#ifdef OVERTAKE_HAS_CLANG
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "run.h"

namespace overtake::test {
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

TEST_P(Fences, RepairTheProgram) {
  const Case& c = GetParam();
  const Folder folder;
  const std::string name = c.file.filename().string();
  const std::string file = folder.file(name, read(c.file));
  const auto check = [&](const std::string& f) {
    return run({"check", f, "--model", c.model}).exit_code;
  };
  const auto fences = [&](const std::string& f, const std::string& more) {
    return run({"fences", f, "--model", c.model, "--criterion", c.criterion, more});
  };
  EXPECT_EQ(check(file), 10);

  const Result found = fences(file, "--json");
  ASSERT_EQ(found.exit_code, 10) << found.err;
  const auto json = nlohmann::json::parse(found.out);
  EXPECT_EQ(json["verdict"], "fences-needed");
  EXPECT_EQ(json["fences"].size(), c.fences);
  EXPECT_EQ(json["minimal"], true);

  ASSERT_EQ(fences(file, "--apply").exit_code, 10);
  const std::string repaired = read(file);
  EXPECT_EQ(check(file), 0) << repaired;
  EXPECT_EQ(fences(file, "--json").exit_code, 0) << repaired;

  // Without any one of the fences.
  std::vector<std::string> lines;
  std::istringstream in(repaired);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::size_t inserted = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find("atomic_thread_fence") == std::string::npos) continue;
    ++inserted;
    std::string fewer;
    for (std::size_t k = 0; k < lines.size(); ++k)
      if (k != i) fewer += lines[k] + "\n";
    EXPECT_EQ(fences(folder.file("fewer_" + name, fewer), "--json").exit_code, 10) << fewer;
  }
  EXPECT_EQ(inserted, c.fences);
}

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
  EXPECT_NE(r.out.find("\n+  atomic_thread_fence(memory_order_seq_cst);\n"), std::string::npos)
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
  EXPECT_EQ(tso.exit_code, 0) << tso.err;
  EXPECT_EQ(nlohmann::json::parse(tso.out)["value_bits"], 3);
  const Result pso = run({"fences", file, "--model", "pso", "--value-bits", "3", "--json"});
  EXPECT_EQ(pso.exit_code, 10) << pso.err;
  EXPECT_EQ(nlohmann::json::parse(pso.out)["fences"].size(), 1u);
  EXPECT_EQ(run({"fences", file, "--timeout", "1"}).exit_code, 5);
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
}  // namespace overtake::test
#endif
