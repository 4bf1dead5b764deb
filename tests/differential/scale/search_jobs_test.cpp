// The number of workers makes no difference: not to the states, their numbers and ways back, and to
// nothing that is reported. On random programs, with workers that begin at once; table 1 has states
// enough for more than one round of work.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "explicit/ir_automata.h"
#include "explicit/search.h"
#include "fences/fences.h"
#include "fences/gcl_subject.h"
#include "fences/ir_subject.h"
#include "fuzz/random_program.h"
#include "fuzz/to_c.h"
#include "fuzz/to_ir.h"
#include "gcl/parser.h"
#include "gcl/print.h"
#include "memory/lower.h"
#include "support/random_gcl.h"
#include "support/scale.h"

namespace overtake::fences {
namespace {

using explicit_state::Search;
using explicit_state::State;
using explicit_state::StateIndex;

gcl::Program program_of(std::uint32_t seed) {
  return support::RandomGcl(seed, {.processes = 2 + seed % 3,
                                   .statements = 5,
                                   .variables = 2 + seed % 2,
                                   .values = 2,
                                   .loops = seed % 3 != 0,
                                   .asserts = seed % 4 == 0})
      .program();
}

// Everything that a search is asked for.
struct Everything {
  std::vector<std::vector<std::uint32_t>> rows;  // in the order of the visits
  std::vector<std::vector<explicit_state::Step>> runs;
  std::size_t states = 0, transitions = 0, bytes = 0;
  bool finished = false, buffer_was_full = false;
  std::size_t values = 0, buffers = 0;
  friend bool operator==(const Everything&, const Everything&) = default;
};

Everything search(explicit_state::Automata& automata, explicit_state::Options options,
                  std::uint32_t jobs, std::size_t stop_at) {
  options.jobs = jobs;
  options.alone = 2;
  Search search(automata, options);
  Everything all;
  const explicit_state::Result r = search.run(
      [&](StateIndex, const State& s) {
        all.rows.push_back(s.row());
        return all.rows.size() != stop_at;
      },
      [&] { all.rows.clear(); });
  for (StateIndex i = 0; i < all.rows.size(); i += 7) all.runs.push_back(search.run_to(i));
  all.states = r.states;
  all.transitions = r.transitions;
  all.bytes = r.bytes;
  all.finished = r.finished;
  all.buffer_was_full = r.buffer_was_full;
  all.values = automata.value_count();
  all.buffers = search.buffers().size();
  return all;
}

TEST(Jobs, MakeNoDifferenceToASearch) {
  const std::uint64_t count = support::programs(400);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program program = program_of(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
    for (const Model model : {Model::SC, Model::TSO, Model::PSO}) {
      const explicit_state::Options options{
          .model = model, .buffer = 1 + seed % 2, .max_states = seed % 5 == 0 ? 50u : 20'000u};
      const std::size_t stop_at = seed % 7 == 0 ? 60 : 0;
      const auto with = [&](std::uint32_t jobs) {
        explicit_state::GclAutomata automata(program);
        return search(automata, options, jobs, stop_at);
      };
      const Everything alone = with(1);
      for (const std::uint32_t jobs : {2u, 4u}) ASSERT_EQ(with(jobs), alone) << jobs;
    }
  }
}

TEST(Jobs, MakeNoDifferenceToASearchOfTheIr) {
  const std::uint64_t count = support::programs(200);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const fuzz::Sketch sketch = fuzz::random_sketch(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, fuzz::to_c(sketch)));
    for (const Model model : {Model::SC, Model::TSO, Model::PSO}) {
      const ir::Program program = memory::lower_orders(fuzz::to_ir(sketch), model);
      const auto with = [&](std::uint32_t jobs) {
        explicit_state::IrAutomata automata(program,
                                            std::make_shared<explicit_state::StorePlaces>());
        try {
          return search(automata, {.model = model, .max_states = 20'000}, jobs, 0);
        } catch (const InputError& e) {  // accesses of different sizes
          Everything refused;
          refused.rows.emplace_back(e.what(), e.what() + std::string_view(e.what()).size());
          return refused;
        }
      };
      const Everything alone = with(1);
      for (const std::uint32_t jobs : {2u, 4u}) ASSERT_EQ(with(jobs), alone) << jobs;
    }
  }
}

std::string text(const Report& r) {
  std::string out =
      fmt::format("{} {} {} {} {} {} {} {} {} {} {} {}\n", static_cast<int>(r.verdict), r.states,
                  r.transitions, r.searches, r.executions, r.counterexamples, r.bytes, r.buffer,
                  r.minimal, r.from_both_sides, r.all_complete, r.failure);
  const auto add = [&](const std::vector<Fence>& fences) {
    for (const Fence& f : fences)
      out += fmt::format("{} {} {}:{}; ", f.thread, f.after, f.line, static_cast<int>(f.kind));
    out += '\n';
  };
  add(r.fences);
  for (const auto& set : r.all_minimal) add(set);
  for (const Placement& p : r.placements) out += fmt::format("{} ", p.element());
  for (const ReachedLimit& l : r.limits)
    out += fmt::format("{} {} {} {}\n", static_cast<int>(l.limit), l.number, l.subject, l.where);
  if (!r.counterexample) return out;
  out += fmt::format("from {}: ", r.counterexample->first);
  for (const memory::Record& record : r.counterexample->replay.records)
    out += fmt::format("{}{}{}.{} ", record.step.thread.value, record.step.drain ? "d" : "",
                       record.step.address, record.step.choice);
  return out;
}

// Of an exception, what it says.
std::string reported(const Subject& subject, FenceOptions options, std::uint32_t jobs,
                     std::size_t alone) {
  options.jobs = jobs;
  options.alone = alone;
  options.all_sets = true;
  try {
    return text(find_fences(subject, options));
  } catch (const InputError& e) {
    return e.what();
  }
}

TEST(Jobs, MakeNoDifferenceToReports) {
  const std::uint64_t count = support::programs(400);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program program = program_of(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
    const GclSubject subject(program);
    std::vector<FenceOptions> all{
        {.criterion = Criterion::Persistence},
        {.criterion = Criterion::Persistence, .flatten = 2},
        {.criterion = Criterion::Persistence, .plain_states = 5, .flat_states = 2'000},
        {.criterion = Criterion::Robustness},
        {.criterion = Criterion::Safety, .buffer = 2},
        {.criterion = Criterion::Safety, .model = Model::PSO, .buffer = 2}};
    for (const FenceOptions& options : all) {
      SCOPED_TRACE(fmt::format("{} {}", name(options.criterion), name(options.model.base)));
      const std::string alone = reported(subject, options, 1, 2);
      for (const std::uint32_t jobs : {2u, 4u})
        ASSERT_EQ(reported(subject, options, jobs, 2), alone) << jobs;
    }
  }
}

class Table1Jobs : public testing::TestWithParam<std::string> {};

TEST_P(Table1Jobs, MakeNoDifference) {
  const std::string path =
      std::string(OVERTAKE_SOURCE_DIR) + "/benchmarks/fences/table1/" + GetParam() + ".gcl";
  std::ifstream in(path);
  ASSERT_TRUE(in) << path;
  std::stringstream s;
  s << in.rdbuf();
  const GclSubject subject(gcl::parse_gcl(s.str(), path));
  const std::string alone = reported(subject, {}, 1, 64);
  for (const std::uint32_t jobs : {2u, 4u}) EXPECT_EQ(reported(subject, {}, jobs, 64), alone);
}

std::vector<std::string> table1() {
  std::vector<std::string> names;
  const auto folder =
      std::filesystem::path(OVERTAKE_SOURCE_DIR) / "benchmarks" / "fences" / "table1";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Programs, Table1Jobs, testing::ValuesIn(table1()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace overtake::fences
