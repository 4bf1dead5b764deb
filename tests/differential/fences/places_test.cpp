// The fewest fences of all places, against trying out all smaller sets: after every instruction,
// and at every state.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "common.h"
#include "fences/fences.h"
#include "fences/gcl_subject.h"
#include "gcl/lower.h"
#include "oracle.h"

namespace overtake::fences {
namespace {

using Good = std::function<bool(const gcl::Program&)>;

std::vector<GclPlace> all_places(const gcl::Program& program) {
  std::vector<GclPlace> all;
  for (std::uint32_t p = 0; p < program.processes.size(); ++p) {
    for (std::size_t i = 0; i < program.processes[p].instructions.size(); ++i)
      all.push_back({p, gcl::InstructionId{i}});
    for (std::size_t q = 0; q < program.processes[p].labels.size(); ++q)
      all.push_back({p, gcl::InstructionId{}, gcl::LabelId{q}});
  }
  return all;
}

// Whether some set of `left` more places, from the given one on, makes the program good.
bool some_set(const gcl::Program& program, const std::vector<GclPlace>& places, std::size_t from,
              std::size_t left, std::vector<GclPlace>& chosen, const Good& good) {
  if (left == 0) return good(with_fences(program, chosen));
  for (std::size_t i = from; i < places.size(); ++i) {
    chosen.push_back(places[i]);
    const bool found = some_set(program, places, i + 1, left - 1, chosen, good);
    chosen.pop_back();
    if (found) return true;
  }
  return false;
}

void expect_fewest(Criterion criterion, const Good& good) {
  const std::uint32_t first = first_program();
  const std::uint32_t count = program_count(300);
  std::uint32_t needed = 0, at_states = 0;
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const gcl::Program program = support::RandomGcl(900'000 + seed, {.processes = 2,
                                                                     .statements = 5,
                                                                     .variables = 2,
                                                                     .values = 2,
                                                                     .plain = true,
                                                                     .sections = seed % 4 == 0})
                                     .program();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text_of(program)));
    const GclSubject subject(program, 0, Places::Anywhere);
    const Report report = find_fences(subject, {.criterion = criterion, .model = Model::TSO});
    if (report.verdict != Verdict::FencesNeeded) continue;
    ++needed;
    for (const Fence& f : report.fences) at_states += f.where == FenceWhere::AtState ? 1 : 0;
    ASSERT_TRUE(good(with_fences(program, subject.places(report.placements))));
    // Processes of the same text get the same fences, so that a smaller set might be found by one.
    if (subject.passing(report.placements[0].position).size() > 1) continue;
    const std::vector<GclPlace> places = all_places(program);
    for (std::size_t fewer = 0; fewer < report.fences.size(); ++fewer) {
      std::vector<GclPlace> chosen;
      ASSERT_FALSE(some_set(program, places, 0, fewer, chosen, good)) << fewer;
    }
  }
  EXPECT_TRUE(count < 250 || needed > count / 50) << needed;
  EXPECT_TRUE(count < 5'000 || at_states > 0);
}

TEST(Places, TheFewestForPersistence) {
  expect_fewest(Criterion::Persistence,
                [](const gcl::Program& p) { return is_persistent_by_definition(gcl::lower(p)); });
}

TEST(Places, TheFewestForRobustness) {
  expect_fewest(Criterion::Robustness, [](const gcl::Program& p) {
    return is_robust_by_definition(gcl::lower(p), Model::TSO);
  });
}

}  // namespace
}  // namespace overtake::fences
