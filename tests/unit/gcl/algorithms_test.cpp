// The algorithms of PERSIST table 1 (tests/programs/gcl), in both syntaxes: same state space, right
// under SC, and as fragile under TSO as they are known to be.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "enumerate.h"
#include "exec/executor.h"
#include "gcl/lower.h"
#include "gcl/parser.h"
#include "ir/verify.h"
#include "memory/lower.h"
#include "smc/exhaustive.h"

namespace overtake::gcl {
namespace {

namespace fs = std::filesystem;

struct Algorithm {
  const char* name;
  std::size_t sc_states;  // what the enumeration finds; any change has to be explained
  bool fails_under_tso;   // an assertion fails with buffers of two stores
  bool ends;              // every process ends: the IR's exhaustive engine can compare finals
  friend std::ostream& operator<<(std::ostream& out, const Algorithm& a) { return out << a.name; }
};

constexpr Algorithm kAlgorithms[] = {
    {"alternating_bit", 72, false, false}, {"burns", 296, true, false},
    {"clh_lock", 165, false, true},        {"dc_lock", 107, false, true},
    {"dekker", 1008, true, false},         {"dijkstra", 3430, true, false},
    {"inc_sequence", 35, false, true},     {"lamport_bakery", 472, true, true},
    {"lamport_fast", 5206, true, false},   {"nbw_write_read", 230, false, true},
    {"parker", 92, false, true},           {"peterson", 2880, true, false},
    {"pgsql", 97, false, false},           {"seqlock", 139, false, true},
    {"simdekker", 372, true, false},       {"simdekker_fenced", 578, false, false},
    {"spinlock", 31, false, false},        {"szymanski", 2399, true, false},
    {"task_schedule", 538, false, true},   {"ticket_spinlock", 100, false, true},
};

std::string path(const Algorithm& a, const char* extension) {
  return (fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/gcl" / (std::string(a.name) + extension))
      .string();
}

std::string read(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  std::stringstream s;
  s << in.rdbuf();
  return s.str();
}

Program gcl(const Algorithm& a) { return parse_gcl(read(path(a, ".gcl")), path(a, ".gcl")); }
Program transitions(const Algorithm& a) {
  return parse_trencher(read(path(a, ".tre")), path(a, ".tre"));
}

class Algorithms : public testing::TestWithParam<Algorithm> {};

TEST_P(Algorithms, HaveOneStateSpaceInBothSyntaxes) {
  for (const std::size_t buffer : {0u, 1u}) {
    SCOPED_TRACE(buffer);
    EXPECT_EQ(enumerate(gcl(GetParam()), buffer).states,
              enumerate(transitions(GetParam()), buffer).states);
  }
}

TEST_P(Algorithms, AreRightUnderSc) {
  const Enumeration e = enumerate(gcl(GetParam()), 0);
  EXPECT_FALSE(e.assertion_fails);
  EXPECT_EQ(e.states.size(), GetParam().sc_states);
}

TEST_P(Algorithms, AreAsFragileUnderTsoAsKnown) {
  EXPECT_EQ(enumerate(gcl(GetParam()), 2).assertion_fails, GetParam().fails_under_tso);
}

// Final memory of all complete runs on the machine.
std::set<std::vector<std::int64_t>> finals_on_machine(const Program& program, Model model,
                                                      bool& assertion_fails) {
  const ir::Program lowered = memory::lower_orders(lower(program), model);
  ir::verify_or_throw(lowered);
  const exec::Executor executor(lowered);
  smc::ExhaustiveOptions options;
  options.machine.model = model;
  options.classes = false;
  std::set<std::vector<std::int64_t>> finals;
  EXPECT_TRUE(smc::exhaustive(executor, options, [&](const smc::FinalRun& run) {
    bool failed = false;
    for (std::size_t t = 0; t < run.machine.thread_count(); ++t)
      failed = failed || run.machine.thread(ThreadId{t}).status() == exec::Status::Failed;
    assertion_fails = assertion_fails || failed;
    if (failed || run.ending != memory::Ending::Complete) return true;
    std::vector<std::int64_t> memory;
    for (std::size_t v = 0; v < program.variables.size(); ++v)
      memory.push_back(
          static_cast<std::int64_t>(run.machine.global_value(ir::GlobalId{v}, 0, 8).lo));
    finals.insert(memory);
    return true;
  }));
  return finals;
}

TEST_P(Algorithms, EndOnTheMachineAsTheSemanticsSay) {
  if (!GetParam().ends) {  // only well-formedness
    ir::verify_or_throw(lower(gcl(GetParam())));
    ir::verify_or_throw(lower(transitions(GetParam())));
    return;
  }
  for (const Model model : {Model::SC, Model::TSO}) {
    SCOPED_TRACE(name(model));
    const Enumeration e = enumerate(gcl(GetParam()), model == Model::SC ? 0 : 8);
    EXPECT_FALSE(e.buffer_was_full);
    EXPECT_FALSE(e.finals.empty());
    for (const Program& p : {gcl(GetParam()), transitions(GetParam())}) {
      SCOPED_TRACE(p.file);
      bool fails = false;
      const auto finals = finals_on_machine(p, model, fails);
      // Where an assertion fails the machine stops the process, the enumeration continues.
      if (e.assertion_fails) {
        EXPECT_EQ(fails, p.file.ends_with(".gcl"));
      } else {
        EXPECT_FALSE(fails);
        EXPECT_EQ(finals, e.finals);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Table1, Algorithms, testing::ValuesIn(kAlgorithms),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace overtake::gcl
