// What the searches for fences have in common, whatever the criterion: counterexamples become sets
// of places, these a cheapest set of fences, and that is checked. find_persistence.cpp,
// find_robustness.cpp and find_safety.cpp have the rest.
#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"
#include "fences/fences.h"

namespace overtake::fences {

Report find_for_persistence(const Subject& subject, const FenceOptions& options);
Report find_for_robustness(const Subject& subject, const FenceOptions& options);
Report find_for_safety(const Subject& subject, const FenceOptions& options);

inline constexpr std::uint32_t kLoopCost = 10;
inline constexpr std::uint32_t kWitnessBuffer = 1u << 20;  // a single run: never full

class Finder {
 public:
  Finder(const Subject& subject, const FenceOptions& options)
      : subject_(subject), options_(options) {}

 protected:
  using Automata = explicit_state::Automata;
  using PositionId = explicit_state::PositionId;
  using Search = explicit_state::Search;
  using Step = explicit_state::Step;

  explicit_state::Options search_options(Model model) const {
    return {.model = {model, options_.model.pso_rmw},
            .jobs = options_.jobs,
            .alone = options_.alone,
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

  bool interrupted() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }

  // The run on the machine. The first that was asked for is kept, to be shown from step `first` on.
  memory::Replay replayed(const Automata& automata, const Search& search,
                          const std::vector<Step>& steps, Model model, std::size_t first) {
    memory::Replay replay = subject_.replay(automata, search, steps, model);
    if (!replay.valid && !subject_.wraps())
      throw InternalError("a counterexample does not replay: " + replay.invalid_reason);
    if (replay.valid && !report_.counterexample) {
      const std::size_t shown = steps.size() - first;
      const std::size_t all = replay.records.size();
      report_.counterexample = Counterexample{replay, first == 0 ? 0 : all - std::min(shown, all)};
    }
    return replay;
  }

  [[noreturn]] static void throw_no_place() {
    throw InputError(
        "there is a run that only a fence in the middle of an expression could prevent; write the "
        "accesses as statements of their own");
  }

  ElementSet full_fences(const std::vector<PositionId>& positions) const {
    ElementSet set;
    const auto add = [&](PositionId p) {
      if (subject_.possible(p)) set.push_back(Placement{p, FenceKind::Full}.element());
    };
    for (const PositionId p : positions) {
      add(p);
      for (const PositionId c : subject_.covering(p)) add(c);
    }
    std::ranges::sort(set);
    const auto [first, last] = std::ranges::unique(set);
    set.erase(first, last);
    if (set.empty()) throw_no_place();
    return set;
  }

  std::vector<Placement> cheapest(const std::vector<ElementSet>& sets) const {
    std::vector<Placement> placements;
    for (const Element e : cheapest_hitting_set(sets, costs(sets)))
      placements.push_back(Placement::of(e));
    return placements;
  }

  // One more run to prevent, by one of `set`; the fences that the program had already did not.
  static void add(std::vector<ElementSet>& sets, const ElementSet& set,
                  const std::vector<Placement>& had) {
    for (const Placement& p : had)
      if (std::ranges::binary_search(set, p.element())) throw_no_place();
    if (set.empty()) throw_no_place();
    sets.push_back(set);
  }

  std::vector<std::uint32_t> costs(const std::vector<ElementSet>& sets) const {
    std::vector<std::uint32_t> cost;
    for (const ElementSet& set : sets)
      for (const Element e : set) {
        if (e >= cost.size()) cost.resize(e + 1, kWholeFence);
        const Placement p = Placement::of(e);
        const std::uint32_t loop =
            options_.cost == Cost::Loops && subject_.in_loops(p.position) > 0 ? kLoopCost : 1;
        const std::uint32_t kind = p.kind == FenceKind::Full ? 2 : 1;
        const auto copies = static_cast<std::uint32_t>(subject_.describe(p).size());
        cost[e] = (kind * kWholeFence + subject_.dislike(p)) * loop * std::max(1u, copies);
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
    // A store that is seq_cst is release as well.
    std::erase_if(fences, [all = fences](const Fence& f) {
      return f.order == "memory_order_release" && std::ranges::any_of(all, [&](const Fence& g) {
               return g.order == "memory_order_seq_cst" &&
                      std::tie(f.file, f.line, f.after) == std::tie(g.file, g.line, g.after);
             });
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

}  // namespace overtake::fences
