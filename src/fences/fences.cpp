#include "fences/fences.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "fences/judge.h"
#include "fences/persistence.h"

namespace overtake::fences {
namespace {

using explicit_state::Automata;
using explicit_state::PositionId;
using explicit_state::Search;

constexpr std::uint32_t kLoopCost = 10;
constexpr std::uint32_t kWitnessBuffer = 1u << 20;  // a single run: never full

class Finder {
 public:
  Finder(const Subject& subject, const FenceOptions& options)
      : subject_(subject), options_(options) {}

  Report run() {
    switch (options_.criterion) {
      case Criterion::Persistence:
        persistence();
        break;
      case Criterion::Robustness:
      case Criterion::Safety:
        throw InternalError("not a criterion");
    }
    return std::move(report_);
  }

 private:
  explicit_state::Options search_options(Model model) const {
    return {.model = model,
            .pso_rmw = options_.pso_rmw,
            .stop = options_.stop,
            .progress = [this](std::size_t states) {
              if (options_.progress)
                options_.progress(report_.states + states, report_.counterexamples);
            }};
  }

  void count(const explicit_state::Result& r) {
    report_.states += r.states;
    report_.transitions += r.transitions;
    report_.bytes = std::max(report_.bytes, r.bytes);
    ++report_.searches;
  }

  bool stopped(const explicit_state::Result& r) {
    if (r.finished) return false;
    report_.verdict = Verdict::Undecided;
    return true;
  }

  // --- persistence
  // --------------------------------------------------------------------------------

  void persistence() {
    const auto automata = subject_.automata({});
    Search sc(*automata, search_options(Model::SC));
    const Patterns found = find_patterns(sc);
    count(found.search);
    report_.counterexamples = found.patterns.size();
    if (stopped(found.search)) return;
    if (found.patterns.empty()) {
      report_.verdict = Verdict::NoFencesNeeded;
      return;
    }
    std::vector<ElementSet> sets;
    for (const Pattern& p : found.patterns) {
      sets.push_back(full_fences(p.new_fences));
      replay_witness(*automata, sc, p);
    }
    choose(sets);
    check_sufficient([&](Automata& repaired) {
      Search again(repaired, search_options(Model::SC));
      const Patterns left = find_patterns(again);
      count(left.search);
      return std::pair(left.search.finished, left.patterns.empty());
    });
  }

  // The witness must be a run of the machine, and fragile. Throws InternalError otherwise.
  void replay_witness(Automata& automata, const Search& sc, const Pattern& pattern) {
    explicit_state::Options o = search_options(Model::TSO);
    o.buffer = kWitnessBuffer;
    const Search tso(automata, o);
    const Witness w = witness(sc, tso, pattern);
    memory::Replay replay = subject_.replay(automata, tso, w.steps, Model::TSO);
    if (!replay.valid)
      throw InternalError("a fragile run does not replay: " + replay.invalid_reason);
    if (is_persistent_run(replay)) throw InternalError("a run reported as fragile is not");
    if (report_.counterexample) return;
    // From e1 on: what comes before is an SC run.
    const std::size_t behind = w.steps.size() - w.e1;
    report_.counterexample = Counterexample{std::move(replay), 0};
    Counterexample& c = *report_.counterexample;
    c.first = c.replay.records.size() - std::min(behind, c.replay.records.size());
  }

  // --- from counterexamples to fences
  // --------------------------------------------------------------

  ElementSet full_fences(const std::vector<PositionId>& positions) const {
    ElementSet set;
    for (const PositionId p : positions)
      if (subject_.possible(p)) set.push_back(Placement{p, FenceKind::Full}.element());
    std::ranges::sort(set);
    if (set.empty())
      throw InputError(
          "there is a run that only a fence in the middle of an expression could prevent; write "
          "the accesses as statements of their own");
    return set;
  }

  std::vector<std::uint32_t> costs(const std::vector<ElementSet>& sets) const {
    std::vector<std::uint32_t> cost;
    for (const ElementSet& set : sets)
      for (const Element e : set) {
        if (e >= cost.size()) cost.resize(e + 1, 1);
        const Placement p = Placement::of(e);
        const std::uint32_t loop =
            options_.cost == Cost::Loops && subject_.in_loops(p.position) > 0 ? kLoopCost : 1;
        const std::uint32_t kind = p.kind == FenceKind::Full ? 2 : 1;
        const auto copies = static_cast<std::uint32_t>(subject_.describe(p).size());
        cost[e] = kind * loop * std::max(1u, copies);
      }
    return cost;
  }

  void choose(const std::vector<ElementSet>& sets) {
    report_.verdict = Verdict::FencesNeeded;
    const ElementSet chosen = cheapest_hitting_set(sets, costs(sets));
    for (const Element e : chosen) report_.placements.push_back(Placement::of(e));
    report_.fences = describe(chosen);
    // Each fence is the only one that prevents some counterexample.
    report_.minimal = std::ranges::all_of(chosen, [&](Element e) {
      ElementSet others = chosen;
      std::erase(others, e);
      return std::ranges::any_of(sets, [&](const ElementSet& s) { return !hits(others, s); });
    });
    if (!report_.minimal) throw InternalError("a set of fences is not minimal");
    if (!options_.all_sets) return;
    const AllHittingSets all = all_minimal_hitting_sets(sets, options_.max_sets);
    report_.all_complete = all.complete;
    for (const ElementSet& set : all.sets) report_.all_minimal.push_back(describe(set));
  }

  std::vector<Fence> describe(const ElementSet& set) const {
    std::vector<Fence> fences;
    for (const Element e : set)
      for (Fence& f : subject_.describe(Placement::of(e))) fences.push_back(std::move(f));
    std::ranges::sort(fences, [](const Fence& a, const Fence& b) {
      return std::tie(a.file, a.line, a.thread) < std::tie(b.file, b.line, b.thread);
    });
    return fences;
  }

  // `good` searches the repaired program: whether it finished, and whether all is well.
  template <class Good>
  void check_sufficient(Good&& good) {
    auto repaired = subject_.repaired(report_.placements);
    if (!repaired) repaired = subject_.automata(report_.placements);
    const auto [finished, well] = good(*repaired);
    if (!finished)
      report_.verdict = Verdict::Undecided;
    else if (!well)
      throw InternalError("a set of fences that should be sufficient is not");
  }

  const Subject& subject_;
  const FenceOptions& options_;
  Report report_;
};

}  // namespace

std::string_view name(Criterion criterion) {
  switch (criterion) {
    case Criterion::Persistence:
      return "persistence";
    case Criterion::Robustness:
      return "robustness";
    case Criterion::Safety:
      return "safety";
  }
  return "?";
}

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::NoFencesNeeded:
      return "no-fences-needed";
    case Verdict::FencesNeeded:
      return "fences-needed";
    case Verdict::FailsUnderSc:
      return "fails-under-sc";
    case Verdict::Undecided:
      return "undecided";
  }
  return "?";
}

Report find_fences(const Subject& subject, const FenceOptions& options) {
  return Finder(subject, options).run();
}

}  // namespace overtake::fences
