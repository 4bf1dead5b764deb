#include "explicit/sections.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"

namespace overtake::explicit_state {
namespace {

constexpr std::size_t kMostSectionStates = 20'000;  // of one section

void insert(std::vector<CellId>& cells, CellId c) {
  const auto it = std::ranges::lower_bound(cells, c);
  if (it == cells.end() || *it != c) cells.insert(it, c);
}

// What the step accesses is noted.
void note(const Search& search, const State& before, const Step& step, Section& section) {
  Automata& automata = search.automata();
  const LocalId local = before.local(step.thread);
  const Action& a = automata.actions(step.thread, local)[step.index];
  if (before.ended(a)) return;
  const bool atomic = a.kind == ActionKind::Atomic;
  if (a.kind == ActionKind::Read || atomic) insert(section.reads, a.cell);
  if (a.kind == ActionKind::Write ||
      (atomic && automata.outcome(step.thread, local, step.index, before.cell(a.cell)).writes))
    insert(section.writes, a.cell);
}

}  // namespace

std::vector<Section> sections(const Search& search, const State& state, ThreadId t,
                              std::uint32_t action) {
  std::vector<Section> found, work;
  std::set<std::tuple<std::vector<std::uint32_t>, std::vector<CellId>, std::vector<CellId>>> seen;
  const auto add = [&](Section next) {
    if (next.after.outgrown()) return;  // the search itself meets it, and begins anew
    if (!seen.emplace(next.after.row(), next.reads, next.writes).second) return;
    if (seen.size() > kMostSectionStates)
      throw InputError(search.automata().thread_name(t) + " has an atomic section of more than " +
                       std::to_string(kMostSectionStates) + " states");
    (next.after.holder().valid() ? work : found).push_back(std::move(next));
  };
  search.successors_of(state, t, [&](const Step& step, const State& next) {
    if (step.index == action) add({.steps = {step}, .after = next, .reads = {}, .writes = {}});
  });
  while (!work.empty()) {
    const Section at = std::move(work.back());
    work.pop_back();
    search.successors_of(at.after, t, [&](const Step& step, const State& next) {
      Section further = at;
      note(search, at.after, step, further);
      further.steps.push_back(step);
      further.after = next;
      add(std::move(further));
    });
  }
  return found;
}

}  // namespace overtake::explicit_state
