// Explicit-state search of guarded commands: the states are those of an enumeration straight from
// the semantics, the final memories those of the machine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "enumerate.h"
#include "explicit/gcl_automata.h"
#include "explicit/search.h"
#include "gcl/lower.h"
#include "gcl/parser.h"
#include "gcl/print.h"
#include "memory/lower.h"
#include "smc/exhaustive.h"
#include "support/random_gcl.h"
#include "support/scale.h"

namespace overtake::explicit_state {
namespace {

gcl::Program read(const std::string& name) {
  const std::string path =
      std::string(OVERTAKE_SOURCE_DIR) + "/tests/programs/gcl/" + name + ".gcl";
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  std::stringstream s;
  s << in.rdbuf();
  return gcl::parse_gcl(s.str(), path);
}

// The enumeration continues after an assertion that fails, the search does not.
gcl::Program without_assertions(gcl::Program p) {
  for (gcl::Process& process : p.processes)
    for (gcl::Instruction& i : process.instructions)
      if (i.statement.kind == gcl::StatementKind::Assert)
        i.statement = {.kind = gcl::StatementKind::Skip};
  return p;
}

// A state as the enumeration writes it.
std::string text(const Search& search, const GclAutomata& automata, const State& s) {
  std::string out;
  for (std::size_t i = 0; i < automata.thread_count(); ++i) {
    const ThreadId t{i};
    const gcl::Process& process = automata.program().processes[i];
    out += fmt::format("{}@{}", process.name, process.label(automata.label(t, s.local(t))).name);
    std::map<std::string, std::int64_t> registers;
    for (std::size_t r = 0; r < process.registers.size(); ++r)
      registers[process.registers[r]] = automata.registers(t, s.local(t))[r];
    for (const auto& [name, value] : registers)
      if (value != 0) out += fmt::format(" {}={}", name, value);
    for (const Buffers::Entry& e : search.buffers().entries(s.buffer(t)))
      out += fmt::format(" <{}:{}>", e.cell.value, automata.value(e.value));
    out += "; ";
  }
  for (std::size_t c = 0; c < automata.cell_count(); ++c)
    out += fmt::format("{} ", automata.value(s.cell(CellId{c})));
  return out;
}

std::set<std::string> all_states(const gcl::Program& program, Model model, std::uint32_t buffer) {
  GclAutomata automata(program, {.collapse = false});
  Search search(automata, {.model = model, .buffer = buffer, .symmetry = false});
  std::set<std::string> states;
  const Result r = search.run(
      [&](StateIndex, const State& s) {
        states.insert(text(search, automata, s));
        return true;
      },
      [&] { states.clear(); });
  EXPECT_TRUE(r.finished);
  EXPECT_EQ(r.states, states.size());
  return states;
}

class Algorithms : public testing::TestWithParam<const char*> {};

TEST_P(Algorithms, HaveTheStatesOfTheEnumeration) {
  const gcl::Program p = without_assertions(read(GetParam()));
  EXPECT_EQ(all_states(p, Model::SC, 1), gcl::enumerate(p, 0).states);
  for (const std::uint32_t buffer : {1u, 2u})
    EXPECT_EQ(all_states(p, Model::TSO, buffer), gcl::enumerate(p, buffer).states);
}

INSTANTIATE_TEST_SUITE_P(Table1, Algorithms,
                         testing::Values("alternating_bit", "burns", "clh_lock", "dc_lock",
                                         "dekker", "lamport_bakery", "nbw_write_read", "parker",
                                         "pgsql", "seqlock", "simdekker_fenced", "spinlock",
                                         "task_schedule", "ticket_spinlock"));

TEST(Random, LoopingProgramsHaveTheStatesOfTheEnumeration) {
  for (std::uint32_t seed = 0; seed < support::scaled(400); ++seed) {
    const gcl::Program p = support::RandomGcl(seed, {.processes = 2 + seed % 2,
                                                     .statements = 5,
                                                     .variables = 2,
                                                     .values = 3,
                                                     .loops = true})
                               .program();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(p)));
    ASSERT_EQ(all_states(p, Model::SC, 1), gcl::enumerate(p, 0).states);
    ASSERT_EQ(all_states(p, Model::TSO, 2), gcl::enumerate(p, 2).states);
  }
}

struct Finals {
  std::set<std::vector<std::int64_t>> memory;  // of complete runs
  bool fails = false;
  friend bool operator==(const Finals&, const Finals&) = default;
};

Finals finals_of_machine(const gcl::Program& program, Model model) {
  const ir::Program lowered = memory::lower_orders(gcl::lower(program), model);
  const exec::Executor executor(lowered);
  Finals finals;
  smc::exhaustive(
      executor, {.machine = {.model = model}, .classes = false}, [&](const smc::FinalRun& run) {
        for (std::size_t t = 0; t < run.machine.thread_count(); ++t)
          if (run.machine.thread(ThreadId{t}).status() == exec::Status::Failed) finals.fails = true;
        for (std::size_t t = 0; t < run.machine.thread_count(); ++t)
          if (run.machine.thread(ThreadId{t}).status() != exec::Status::Ended) return true;
        std::vector<std::int64_t> memory;
        for (std::size_t v = 0; v < program.variables.size(); ++v)
          memory.push_back(
              static_cast<std::int64_t>(run.machine.global_value(ir::GlobalId{v}, 0, 8).lo));
        finals.memory.insert(memory);
        return true;
      });
  return finals;
}

Finals finals_of_search(const gcl::Program& program, Model model, GclOptions options,
                        bool symmetry) {
  GclAutomata automata(program, options);
  Search search(automata, {.model = model, .buffer = 16, .symmetry = symmetry});
  Finals finals;
  const Result r = search.run([&](StateIndex, const State& s) {
    bool ended = true;
    for (std::size_t i = 0; i < automata.thread_count(); ++i) {
      const ThreadId t{i};
      const LocalStatus status = automata.status(t, s.local(t));
      finals.fails = finals.fails || status == LocalStatus::Failed;
      ended = ended && status == LocalStatus::Ended && s.buffer(t) == Buffers::empty();
    }
    if (!ended) return true;
    std::vector<std::int64_t> memory;
    for (std::size_t c = 0; c < automata.cell_count(); ++c)
      memory.push_back(automata.value(s.cell(CellId{c})));
    finals.memory.insert(memory);
    return true;
  });
  EXPECT_TRUE(r.finished);
  EXPECT_FALSE(r.buffer_was_full);
  return finals;
}

TEST(Random, ProgramsEndAsOnTheMachine) {
  for (std::uint32_t seed = 0; seed < support::scaled(1500); ++seed) {
    const gcl::Program p = support::RandomGcl(seed, {.processes = 2 + seed % 2,
                                                     .statements = 5,
                                                     .variables = 3,
                                                     .values = 3,
                                                     .asserts = true})
                               .program();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(p)));
    for (const Model model : {Model::SC, Model::TSO, Model::PSO}) {
      SCOPED_TRACE(name(model));
      const Finals expected = finals_of_machine(p, model);
      ASSERT_EQ(finals_of_search(p, model, {.collapse = false}, false), expected);
      ASSERT_EQ(finals_of_search(p, model, {.collapse = true}, true), expected);
    }
  }
}

// Processes that go round in local work for ever have ended there and here. A circle with a choice
// in it that depends on registers is one that the machine does not see the end of.
TEST(Random, LoopingProgramsEndAsOnTheMachine) {
  std::uint32_t same = 0;
  const auto count = static_cast<std::uint32_t>(support::scaled(1500));
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program p = support::RandomGcl(seed, {.processes = 2 + seed % 2,
                                                     .statements = 5,
                                                     .variables = 2,
                                                     .values = 2,
                                                     .loops = true,
                                                     .asserts = true})
                               .program();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(p)));
    const Finals expected = finals_of_machine(p, Model::SC);
    const Finals found = finals_of_search(p, Model::SC, {.collapse = true}, true);
    // The machine tells of runs that end; a failure may be in one of the others.
    ASSERT_TRUE(found.fails || !expected.fails);
    ASSERT_TRUE(std::ranges::includes(found.memory, expected.memory));
    same += found.memory == expected.memory ? 1 : 0;
  }
  EXPECT_GE(same, count - count / 20);
}

TEST(Search, WrapsValuesOnRequest) {
  const gcl::Program p = gcl::parse_gcl(
      "program counter vars x procs process p regs $r init q begin\n"
      "q: $r = x; goto w\n w: x = $r + 1; goto q\n end\n",
      "counter.gcl");
  GclAutomata automata(p, {.value_bits = 3});
  Search search(automata, {.model = Model::SC});
  EXPECT_EQ(search.run([](StateIndex, const State&) { return true; }).states, 16u);
  EXPECT_TRUE(automata.wrapped());
}

TEST(Search, FindsTheWayBack) {
  const gcl::Program p = read("simdekker");
  GclAutomata automata(p);
  Search search(automata, {.model = Model::TSO, .buffer = 2});
  StateIndex failed = kNoState;
  search.run([&](StateIndex i, const State& s) {
    for (std::size_t t = 0; t < automata.thread_count(); ++t)
      if (automata.status(ThreadId{t}, s.local(ThreadId{t})) == LocalStatus::Failed) failed = i;
    return failed == kNoState;
  });
  ASSERT_NE(failed, kNoState);
  State s = search.initial();
  for (const Step& step : search.run_to(failed)) search.apply(s, step);
  const bool fails = automata.status(ThreadId{0}, s.local(ThreadId{0})) == LocalStatus::Failed ||
                     automata.status(ThreadId{1}, s.local(ThreadId{1})) == LocalStatus::Failed;
  EXPECT_TRUE(fails);
}

TEST(Search, InterchangeableThreadsAreOneState) {
  std::string text = "program p vars x procs\n";
  for (int i = 0; i < 4; ++i)
    text += fmt::format(
        "process p{} regs init q begin q: arw(x, 0, 1); goto w\n w: x = 0; goto q\n end\n", i);
  const gcl::Program p = gcl::parse_gcl(text, "p.gcl");
  GclAutomata automata(p);
  const auto any = [](StateIndex, const State&) { return true; };
  EXPECT_EQ(Search(automata, {.symmetry = false}).run(any).states, 5u);
  EXPECT_EQ(Search(automata, {}).run(any).states, 2u);
}

}  // namespace
}  // namespace overtake::explicit_state
