// PERSIST's reduction, flattening and Spin against the one-pass search, on random guarded commands.
#include "fences/reduction.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/error.h"
#include "common.h"
#include "explicit/gcl_automata.h"
#include "fences/each_process.h"
#include "fences/fences.h"
#include "fences/flat_patterns.h"
#include "fences/flatten.h"
#include "fences/gcl_subject.h"
#include "fences/persistence.h"
#include "fences/simplify_process.h"
#include "fences/spin.h"
#include "gcl/parser.h"
#include "gcl/print.h"
#include "gcl/promela.h"

namespace overtake::fences {
namespace {

using explicit_state::GclAutomata;
using explicit_state::LocalStatus;
using explicit_state::Search;
using explicit_state::State;
using explicit_state::StateIndex;

gcl::Program looping_program(std::uint32_t seed) {
  return support::RandomGcl(seed, {.processes = 2 + seed % 2,
                                   .statements = 5,
                                   .variables = 2 + seed % 2,
                                   .values = 2,
                                   .loops = seed % 3 != 0})
      .program();
}

bool is_persistent(const gcl::Program& program) {
  GclAutomata automata(program);
  Search sc(automata, {.model = Model::SC});
  return find_patterns(sc).patterns.empty();
}

bool fails_under_sc(const gcl::Program& program) {
  GclAutomata automata(program);
  Search sc(automata, {.model = Model::SC});
  bool fails = false;
  sc.run([&](StateIndex, const State& s) {
    for (std::size_t t = 0; t < s.threads(); ++t)
      fails = fails || automata.status(ThreadId{t}, s.local(ThreadId{t})) == LocalStatus::Failed;
    return !fails;
  });
  return fails;
}

TEST(Reduction, FailsIfAndOnlyIfTheProgramIsFragile) {
  std::uint32_t fragile = 0;
  const std::uint32_t count = program_count(1'000);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program program = looping_program(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
    const gcl::Program q = reduction(program);
    const bool persistent = is_persistent(program);
    ASSERT_EQ(!fails_under_sc(q), persistent);
    // What is printed means the same when it is read again.
    const gcl::Program again = gcl::parse_gcl(gcl::to_gcl(q), "q.gcl");
    ASSERT_EQ(gcl::to_gcl(again), gcl::to_gcl(q));
    ASSERT_EQ(!fails_under_sc(again), persistent);
    fragile += persistent ? 0 : 1;
  }
  EXPECT_TRUE(count < 500 || fragile > count / 20) << fragile;
}

TEST(Flattening, NeverCallsPersistentWhatIsNot) {
  std::uint32_t fragile = 0, persistent_both = 0;
  const std::uint32_t count = program_count(1'000);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program program = looping_program(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
    const GclSubject subject(program);
    const bool persistent = is_persistent(program);
    for (const std::uint32_t k : {0u, 2u}) {
      FenceOptions options;
      options.flatten = k;
      const Report report = find_fences(subject, options);
      if (!persistent) {
        ASSERT_EQ(report.verdict, Verdict::FencesNeeded);
      }
      // Sufficient in any case.
      ASSERT_TRUE(is_persistent(with_fences(program, subject.places(report.placements))));
      if (persistent && report.verdict == Verdict::NoFencesNeeded) ++persistent_both;
    }
    fragile += persistent ? 0 : 1;
  }
  EXPECT_TRUE(count < 500 || fragile > count / 20) << fragile;
  EXPECT_TRUE(count < 500 || persistent_both > count / 4) << persistent_both;
}

using Sets = std::vector<std::vector<explicit_state::PositionId>>;

// Free moves against the search without them, on the abstraction with the first process as pivot.
TEST(Flattening, IsTheSameWithFreeMoves) {
  std::uint32_t fragile = 0;
  std::size_t states = 0, all_states = 0;
  const std::uint32_t count = program_count(2'000);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program program = looping_program(seed);
    for (const std::uint32_t k : {0u, 2u}) {
      const gcl::Program flat = flattened(program, 0, k);
      SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(flat)));
      GclAutomata automata(flat);
      Search sc(automata, {.model = Model::SC});
      const Patterns expected = find_patterns(sc, ThreadId{0});
      Sets sets;
      for (const Pattern& p : expected.patterns) sets.push_back(p.new_fences);
      FlatPatterns found = find_flat_patterns(automata, ThreadId{0}, {});
      ASSERT_TRUE(found.search.finished);
      std::ranges::sort(sets);
      std::ranges::sort(found.new_fences);
      ASSERT_EQ(found.new_fences, sets);
      fragile += sets.empty() ? 0 : 1;
      states += found.search.states;
      all_states += expected.search.states;
    }
  }
  EXPECT_TRUE(count < 500 || fragile > count / 20) << fragile;
  EXPECT_TRUE(count < 500 || states < all_states) << states << " of " << all_states;
}

// The same of programs that were not flattened, where some cells have one writer and some have
// several.
TEST(FreeMoves, LeaveThePatternsOfAnyProgramAsTheyAre) {
  const std::uint32_t count = program_count(2'000);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program program = looping_program(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
    GclAutomata automata(program);
    for (std::size_t pivot = 0; pivot < program.processes.size(); ++pivot) {
      Search sc(automata, {.model = Model::SC, .symmetry = false});
      Sets sets;
      for (const Pattern& p : find_patterns(sc, ThreadId{pivot}).patterns)
        sets.push_back(p.new_fences);
      FlatPatterns found = find_flat_patterns(automata, ThreadId{pivot}, {});
      std::ranges::sort(sets);
      std::ranges::sort(found.new_fences);
      ASSERT_EQ(found.new_fences, sets);
    }
  }
}

// What simplified processes do to others is what they did.
TEST(Simplification, LeavesThePatternsAsTheyAre) {
  const std::uint32_t count = program_count(2'000);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program program = looping_program(seed);
    gcl::Program simple = program;
    for (std::size_t p = 1; p < simple.processes.size(); ++p)
      simple.processes[p] = simplified(simple.processes[p]);
    SCOPED_TRACE(fmt::format("seed {}\n{}{}", seed, gcl::to_gcl(program), gcl::to_gcl(simple)));
    const auto sets_of = [](const gcl::Program& p) {
      GclAutomata automata(p);
      Search sc(automata, {.model = Model::SC, .symmetry = false});
      Sets sets;
      for (const Pattern& pattern : find_patterns(sc).patterns)
        if (pattern.pivot == ThreadId{0}) sets.push_back(pattern.new_fences);
      std::ranges::sort(sets);
      return sets;
    };
    ASSERT_EQ(sets_of(simple), sets_of(program));
  }
}

// Sections, counters without end and loops.
gcl::Program endless_program(std::uint32_t seed) {
  return support::RandomGcl(700'000 + seed, {.processes = 2 + seed % 2,
                                             .statements = 6,
                                             .variables = 2 + seed % 2,
                                             .values = 2,
                                             .loops = seed % 4 != 0,
                                             .plain = seed % 2 == 0,
                                             .sections = seed % 3 == 0,
                                             .counts = seed % 5 < 3})
      .program();
}

// Each process by itself has every pattern of the program, also of one that counts for ever: what
// its first states have is compared then.
TEST(EachProcess, HasThePatternsOfTheProgram) {
  std::uint32_t fragile = 0, same = 0, endless = 0, few = 0;
  const std::uint32_t count = program_count(600);
  const std::uint32_t first = first_program();
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const gcl::Program program = endless_program(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text_of(program)));
    std::optional<GclAutomata> automata;
    try {
      automata.emplace(program);
    } catch (const InputError&) {
      continue;  // works on its registers without end
    }
    Search sc(*automata, {.model = Model::SC, .symmetry = false, .max_states = 3'000});
    Patterns expected;
    try {
      expected = find_patterns(sc);
    } catch (const InputError&) {
      continue;
    }
    const auto found = patterns_of_each_process(program, 0);
    ASSERT_TRUE(found);
    if (has_few_values(program)) {
      ++few;
      ASSERT_TRUE(expected.search.finished || expected.search.states >= 3'000);
    }
    endless += expected.search.finished ? 0 : 1;
    fragile += expected.patterns.empty() ? 0 : 1;
    bool all = true;
    for (const Pattern& p : expected.patterns) {
      const auto covers = [&](const ProcessPattern& q) {
        std::vector<explicit_state::PositionId> places;
        for (const gcl::InstructionId i : q.new_fences)
          places.push_back(automata->position(q.process, i));
        std::ranges::sort(places);
        all = all && p.new_fences.size() == places.size();
        return std::ranges::includes(p.new_fences, places);
      };
      ASSERT_TRUE(std::ranges::any_of(found->patterns, covers));
    }
    same += all && found->patterns.size() == expected.patterns.size() ? 1 : 0;
  }
  EXPECT_TRUE(count < 500 || fragile > count / 20) << fragile;
  EXPECT_TRUE(count < 500 || endless > count / 150) << endless;
  EXPECT_TRUE(count < 500 || few > count / 4) << few;
  EXPECT_TRUE(count < 500 || same > count / 2) << same;
}

// Abstractions and few movers against all states: the same verdict, the same sets of fences.
TEST(BothSides, SayWhatAllStatesSay) {
  std::uint32_t fragile = 0, decided = 0;
  const std::uint32_t count = program_count(1'000);
  const std::uint32_t first = first_program();
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const gcl::Program program = seed % 2 == 0 ? looping_program(seed) : random_sections(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text_of(program)));
    const GclSubject subject(program, 0, seed % 3 == 0 ? Places::Anywhere : Places::AfterStores);
    FenceOptions options{.all_sets = true};
    const Report expected = find_fences(subject, options);
    options.plain_states = 1;
    options.flat_states = 2'000;
    const Report found = find_fences(subject, options);
    ASSERT_EQ(found.verdict, expected.verdict);
    ASSERT_EQ(found.fences, expected.fences);
    ASSERT_EQ(found.all_minimal, expected.all_minimal);
    const bool needs = found.verdict == Verdict::FencesNeeded;
    fragile += needs ? 1 : 0;
    decided += needs && found.from_both_sides ? 1 : 0;
  }
  EXPECT_TRUE(count < 500 || fragile > count / 40) << fragile;
  EXPECT_TRUE(count < 500 || decided > fragile / 2) << decided << " of " << fragile;
}

TEST(Spin, AgreesWithTheSearch) {
  if (std::system("command -v spin cc > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "spin or cc is not installed";
  const std::string dekker =
      "program d vars x y procs\n"
      "process p regs $r init a begin a: x = 1; goto b\n b: $r = y; goto c\n end\n"
      "process q regs $r init a begin a: y = 1; goto b\n b: $r = x; goto c\n end\n";
  const gcl::Program fragile = gcl::parse_gcl(dekker, "d.gcl");
  const GclSubject subject(fragile);
  const Report report = find_fences(subject, {});
  EXPECT_EQ(report.placements.size(), 2u);
  EXPECT_TRUE(spin_finds_failure(gcl::to_promela(reduction(fragile))));
  EXPECT_FALSE(spin_finds_failure(
      gcl::to_promela(reduction(with_fences(fragile, subject.places(report.placements))))));
}

}  // namespace
}  // namespace overtake::fences
