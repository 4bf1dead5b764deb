// Persistence against its definition, on random guarded commands: verdicts, witnesses, and sets of
// fences (sufficient; every fence necessary; none smaller).
#include "fences/persistence.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "common.h"
#include "explicit/gcl_automata.h"
#include "fences/gcl_schedule.h"
#include "fences/hitting_set.h"
#include "fences/insert.h"
#include "fences/judge.h"
#include "gcl/lower.h"
#include "gcl/print.h"
#include "memory/lower.h"
#include "oracle.h"

namespace overtake::fences {
namespace {

using explicit_state::GclAutomata;
using explicit_state::PositionId;
using explicit_state::Search;

std::vector<GclPlace> places(const GclAutomata& automata, const ElementSet& fences) {
  std::vector<GclPlace> all;
  for (const Element e : fences) {
    const auto place = automata.place(PositionId{e});
    // Interchangeable processes get the same fences.
    for (std::size_t p = 0; p < automata.thread_count(); ++p)
      if (automata.code_of(ThreadId{p}) == automata.code_of(ThreadId{place.process}))
        all.push_back({static_cast<std::uint32_t>(p), place.instruction});
  }
  return all;
}

void expect_fragile(const GclAutomata& automata, const Search& sc, const Pattern& pattern) {
  const Search tso(const_cast<GclAutomata&>(automata),
                   {.model = Model::TSO, .buffer = 64, .symmetry = false});
  const Witness w = witness(sc, tso, pattern);
  const memory::Schedule schedule = gcl_schedule(automata, tso, w.steps, Model::TSO);
  const ir::Program lowered = memory::lower_orders(gcl::lower(automata.program()), Model::TSO);
  const exec::Executor executor(lowered);
  const memory::Replay run = memory::replay(executor, {.model = Model::TSO}, schedule);
  ASSERT_TRUE(run.valid) << run.invalid_reason;
  EXPECT_FALSE(is_persistent_run(run));
}

void expect_persistence_by_definition(
    std::uint32_t count, std::uint32_t share,
    const std::function<gcl::Program(std::uint32_t)>& program_of) {
  std::uint32_t fragile = 0;
  const std::uint32_t first = first_program();
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const gcl::Program program = program_of(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text_of(program)));
    GclAutomata automata(program);
    Search sc(automata, {.model = Model::SC});
    const Patterns found = find_patterns(sc);
    ASSERT_EQ(found.patterns.empty(), is_persistent_by_definition(gcl::lower(program)));
    if (found.patterns.empty()) continue;
    ++fragile;
    std::vector<ElementSet> sets;
    for (const Pattern& p : found.patterns) {
      expect_fragile(automata, sc, p);
      ElementSet set;
      for (const PositionId f : p.new_fences) set.push_back(f.value);
      sets.push_back(set);
    }
    if (testing::Test::HasFailure()) return;
    const std::vector<std::uint32_t> cost(automata.position_count(), 1);
    const ElementSet fences = cheapest_hitting_set(sets, cost);
    ASSERT_TRUE(
        is_persistent_by_definition(gcl::lower(with_fences(program, places(automata, fences)))));
    for (const Element e : fences) {
      ElementSet fewer = fences;
      std::erase(fewer, e);
      ASSERT_FALSE(
          is_persistent_by_definition(gcl::lower(with_fences(program, places(automata, fewer)))));
    }
  }
  EXPECT_TRUE(count < 250 || fragile > count / share) << fragile;
}

TEST(Persistence, IsWhatTheDefinitionSays) {
  expect_persistence_by_definition(program_count(300), 20,
                                   [](std::uint32_t seed) { return random_program(seed); });
}

TEST(Persistence, IsWhatTheDefinitionSaysOfAtomicSections) {
  expect_persistence_by_definition(program_count(300), 50, random_sections);
}

// Every minimal set, against trying out all sets of fences.
TEST(Persistence, AllMinimalSetsAreAll) {
  for (std::uint32_t seed = 100'000; seed < 100'000 + support::scaled(60); ++seed) {
    const gcl::Program program =
        support::RandomGcl(seed, {.processes = 2, .statements = 4, .variables = 2, .values = 2})
            .program();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
    GclAutomata automata(program);
    if (automata.position_count() > 9) continue;
    Search sc(automata, {.model = Model::SC});
    std::vector<ElementSet> sets;
    for (const Pattern& p : find_patterns(sc).patterns) {
      ElementSet set;
      for (const PositionId f : p.new_fences) set.push_back(f.value);
      sets.push_back(set);
    }
    std::vector<ElementSet> good;
    for (std::uint32_t bits = 0; bits < 1u << automata.position_count(); ++bits) {
      ElementSet fences;
      for (std::uint32_t e = 0; e < automata.position_count(); ++e)
        if ((bits >> e & 1) != 0) fences.push_back(e);
      if (std::ranges::any_of(
              good, [&](const ElementSet& g) { return std::ranges::includes(fences, g); }))
        continue;
      if (is_persistent_by_definition(gcl::lower(with_fences(program, places(automata, fences)))))
        good.push_back(fences);
    }
    good = minimal_sets(good);
    AllHittingSets all = all_minimal_hitting_sets(sets, 10'000);
    ASSERT_TRUE(all.complete);
    all.sets = minimal_sets(all.sets);
    ASSERT_EQ(all.sets, good);
  }
}

}  // namespace
}  // namespace overtake::fences
