#include "fences/fences.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "explicit/stuck.h"
#include "fences/flat_patterns.h"
#include "fences/judge.h"
#include "fences/persistence.h"
#include "fences/prevention.h"
#include "fences/robustness.h"
#include "monitor/check.h"
#include "smc/trace_questions.h"

namespace overtake::fences {
namespace {

using explicit_state::Automata;
using explicit_state::LocalStatus;
using explicit_state::PositionId;
using explicit_state::Search;
using explicit_state::State;
using explicit_state::StateIndex;
using explicit_state::Step;
using explicit_state::StuckFinder;

constexpr std::size_t kFailuresAtOnce = 16;
constexpr std::uint32_t kLargestBuffer = 32;
constexpr std::size_t kManyStates = 4'000'000;  // larger buffers would make many more
constexpr std::uint32_t kLoopCost = 10;
constexpr std::uint32_t kFlattenSteps = 2;   // as in PERSIST section 11
constexpr std::size_t kFewStates = 300'000;  // of runs with few movers
constexpr std::size_t kMostMovers = 3;
constexpr std::uint32_t kWitnessBuffer = 1u << 20;  // a single run: never full

class Finder {
 public:
  Finder(const Subject& subject, const FenceOptions& options)
      : subject_(subject), options_(options) {}

  Report run() {
    switch (options_.criterion) {
      case Criterion::Persistence:
        if (options_.flatten)
          flattened_persistence(*options_.flatten);
        else if (!subject_.can_be_flattened())
          persistence(0);
        else if (!persistence(options_.plain_states) && !persistence_from_both_sides())
          persistence(0);
        break;
      case Criterion::Robustness:
        if (options_.model == Model::TSO)
          robustness();
        else
          monitored_robustness();
        break;
      case Criterion::Safety:
        safety();
        break;
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

  // False: there are more states than that (0: no limit).
  bool persistence(std::size_t limit) {
    const auto automata = subject_.automata({});
    explicit_state::Options o = search_options(Model::SC);
    o.max_states = limit;
    Search sc(*automata, o);
    const Patterns found = find_patterns(sc);
    count(found.search);
    if (!found.search.finished && !interrupted()) return false;
    report_.counterexamples = found.patterns.size();
    if (stopped(found.search)) return true;
    if (found.patterns.empty()) {
      report_.verdict = Verdict::NoFencesNeeded;
      return true;
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
    return true;
  }

  // Exactly, without all states. Abstractions have at least the patterns of the program; runs in
  // which only few processes do anything have at most them. If each pattern of the former has a
  // pattern of the latter that is prevented by no other fences, the two need the same fences, and
  // the program, which lies between, needs them, too. False: that does not decide it.
  bool persistence_from_both_sides() {
    bool finished = true;
    const std::vector<ElementSet> most = abstract_sets(kFlattenSteps, {}, finished);
    if (!finished) return interrupted();
    report_.from_both_sides = true;
    if (most.empty()) {
      report_.verdict = Verdict::NoFencesNeeded;
      return true;
    }
    std::vector<ElementSet> least;
    const auto covered = [&] {
      return std::ranges::all_of(most, [&](const ElementSet& m) {
        return std::ranges::any_of(
            least, [&](const ElementSet& l) { return std::ranges::includes(m, l); });
      });
    };
    const auto automata = subject_.automata({});
    for (std::size_t few = 1; few <= kMostMovers && !covered(); ++few)
      for_each_choice(automata->thread_count(), few, [&](const std::vector<ThreadId>& movers) {
        if (covered() || interrupted()) return;
        explicit_state::Options o = search_options(Model::SC);
        o.movers = movers;
        o.max_states = kFewStates;
        Search sc(*automata, o);
        const Patterns found = find_patterns(sc);
        count(found.search);
        for (const Pattern& p : found.patterns) {
          const ElementSet set = full_fences(p.new_fences);
          if (std::ranges::any_of(
                  least, [&](const ElementSet& l) { return std::ranges::includes(set, l); }))
            continue;
          replay_witness(*automata, sc, p);
          least.push_back(set);
        }
        report_.counterexamples = least.size();
      });
    report_.from_both_sides = covered();
    if (!covered()) return interrupted();
    choose(least);
    if (!abstract_sets(kFlattenSteps, report_.placements, finished).empty())
      throw InternalError("a set of fences that should be sufficient is not");
    if (!finished) report_.verdict = Verdict::Undecided;
    return true;
  }

  // What prevents each pattern of the abstractions of the program with these fences.
  std::vector<ElementSet> abstract_sets(std::uint32_t k, const std::vector<Placement>& fences,
                                        bool& finished) {
    std::vector<ElementSet> sets;
    for (const auto& make : subject_.flattened(k, fences)) {
      const Subject::Flat flat = make();
      explicit_state::Options o = search_options(Model::SC);
      if (!options_.flatten) o.max_states = options_.flat_states;
      const FlatPatterns found = find_flat_patterns(*flat.automata, flat.pivot, o);
      count(found.search);
      finished = found.search.finished;
      if (!finished) break;
      for (const std::vector<PositionId>& new_fences : found.new_fences) {
        std::vector<PositionId> positions;
        for (const PositionId f : new_fences) positions.push_back(flat.position(f));
        sets.push_back(full_fences(positions));
      }
      report_.counterexamples = sets.size();
    }
    return sets;
  }

  // Every set of `few` of the threads.
  template <class Visit>
  static void for_each_choice(std::size_t threads, std::size_t few, Visit&& visit) {
    std::vector<ThreadId> chosen;
    const auto go = [&](const auto& self, std::size_t from) -> void {
      if (chosen.size() == few) return visit(chosen);
      for (std::size_t t = from; t < threads; ++t) {
        chosen.push_back(ThreadId{t});
        self(self, t + 1);
        chosen.pop_back();
      }
    };
    go(go, 0);
  }

  bool interrupted() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }

  // By one abstraction for each process. What they say is needed may be too much, never too little.
  void flattened_persistence(std::uint32_t k) {
    bool finished = true;
    const std::vector<ElementSet> sets = abstract_sets(k, {}, finished);
    if (!finished) return;  // undecided
    if (sets.empty())
      report_.verdict = Verdict::NoFencesNeeded;
    else
      choose(sets);
    report_.minimal = false;  // not of the program, only of its abstractions
  }

  // The witness must be a run of the machine, and fragile. Throws InternalError otherwise.
  void replay_witness(Automata& automata, const Search& sc, const Pattern& pattern) {
    explicit_state::Options o = search_options(Model::TSO);
    o.buffer = kWitnessBuffer;
    const Search tso(automata, o);
    const Witness w = witness(sc, tso, pattern);
    const memory::Replay replay = replayed(automata, tso, w.steps, Model::TSO, w.e1);
    if (!subject_.wraps() && is_persistent_run(replay))
      throw InternalError("a run reported as fragile is not");
  }

  // --- robustness
  // ---------------------------------------------------------------------------------

  // TSO, by attacks.
  void robustness() {
    const auto automata = subject_.automata({});
    explicit_state::Options o = search_options(Model::SC);
    o.symmetry = false;
    Search sc(*automata, o);
    const Attacks found = find_attacks(sc);
    count(found.search);
    report_.states += found.helper_states;
    report_.counterexamples = found.attacks.size();
    if (stopped(found.search)) return;
    if (found.attacks.empty()) {
      report_.verdict = Verdict::NoFencesNeeded;
      return;
    }
    std::vector<ElementSet> sets;
    for (const Attack& a : found.attacks) {
      sets.push_back(full_fences(a.fences));
      explicit_state::Options weak = search_options(Model::TSO);
      weak.buffer = kWitnessBuffer;
      const Search tso(*automata, weak);
      const AttackRun run = attack_run(sc, tso, a);
      const memory::Replay replay = replayed(*automata, tso, run.steps, Model::TSO, run.first);
      if (!subject_.wraps() && smc::is_sc_trace(replay))
        throw InternalError("a run reported as an attack on robustness is none");
    }
    choose(sets);
    check_sufficient([&](Automata& repaired) {
      Search again(repaired, o);
      const Attacks left = find_attacks(again);
      count(left.search);
      return std::pair(left.search.finished, left.attacks.empty());
    });
  }

  // PSO, by the monitors (docs/monitor.md): they find a violation if and only if there is one, each
  // with a run that has it. As for safety, a cheapest set for the runs that are known, until there
  // is no other.
  void monitored_robustness() {
    std::vector<ElementSet> sets;
    for (;;) {
      const std::vector<Placement> placements = cheapest(sets);
      const ir::Program program = subject_.fenced(placements);
      monitor::CheckOptions o{
          .model = options_.model, .pso_rmw = options_.pso_rmw, .stop = options_.stop};
      o.progress = [&](const monitor::MonitorResult& r) {
        if (options_.progress) options_.progress(report_.executions + r.executions, sets.size());
      };
      const monitor::MonitorResult found = monitor::check(program, o);
      report_.executions += found.executions;
      ++report_.searches;
      for (const monitor::Violation& v : found.violations) {
        if (!report_.counterexample) report_.counterexample = Counterexample{v.replay, v.delayed};
        add(sets, subject_.preventing(program, v.replay, options_.model), placements);
      }
      report_.counterexamples = sets.size();
      if (!found.violations.empty()) continue;
      if (!found.complete) {
        report_.verdict = Verdict::Undecided;
        for (const std::string& reason : found.reasons)
          if (reason != monitor::kStopped) report_.reasons.push_back(reason);
      } else if (sets.empty()) {
        report_.verdict = Verdict::NoFencesNeeded;
      } else {
        choose(sets);
      }
      return;
    }
  }

  // --- safety
  // -------------------------------------------------------------------------------------

  // Runs that end in a failure, shortest first.
  struct Failures {
    explicit_state::Result search;
    std::vector<ElementSet> preventing;
    bool any = false;
  };

  Failures find_failures(Automata& automata, Model model, std::uint32_t buffer, bool keep) {
    explicit_state::Options o = search_options(model);
    o.buffer = buffer;
    o.symmetry = true;
    Search search(automata, o);
    StuckFinder stuck(automata);
    std::vector<StateIndex> failed;
    Failures result;
    result.search = search.run(
        [&](StateIndex i, const State& s) {
          if (failed_thread(automata, s).valid() || stuck.look(s)) failed.push_back(i);
          return failed.size() < kFailuresAtOnce;
        },
        [&] { failed.clear(); });
    count(result.search);
    result.any = !failed.empty();
    for (const StateIndex i : failed) {
      const std::vector<Step> run = search.run_to(i);
      if (model != Model::SC) result.preventing.push_back(preventing(search, run, model, subject_));
      if (!keep || report_.counterexample) continue;
      const memory::Replay& replay = replayed(automata, search, run, model, 0);
      const State s = search.state(i);
      const ThreadId t = failed_thread(automata, s);
      // The machine does not know a loop that spins for ever; a thread that fails it does.
      if (t.valid() && !replay.error && !subject_.wraps())
        throw InternalError("a failing run does not fail on the machine");
      report_.failure = t.valid() ? automata.failure(t, s.local(t)) : stuck.describe(s);
    }
    return result;
  }

  static ThreadId failed_thread(const Automata& automata, const State& s) {
    for (std::size_t t = 0; t < s.threads(); ++t)
      if (s.started(ThreadId{t}) &&
          automata.status(ThreadId{t}, s.local(ThreadId{t})) == LocalStatus::Failed)
        return ThreadId{t};
    return ThreadId::none();
  }

  // Implicit hitting sets: a cheapest set for the runs that are known to fail, a search for a
  // failing run of the program with these fences, until there is none. A run that fails needs one
  // of the placements that prevent it, whatever the other fences are, so the last set is a cheapest
  // one.
  void safety() {
    const auto plain = subject_.automata({});
    const Failures sc = find_failures(*plain, Model::SC, 1, true);
    if (sc.any) {
      report_.verdict = Verdict::FailsUnderSc;
      report_.counterexamples = 1;
      return;
    }
    if (stopped(sc.search)) return;
    std::vector<ElementSet> sets;
    report_.buffer = options_.buffer != 0 ? options_.buffer : 1;
    for (;;) {
      const std::vector<Placement> placements = cheapest(sets);
      const auto automata = subject_.automata(placements);
      const Failures found =
          find_failures(*automata, options_.model, report_.buffer, placements.empty());
      if (found.any) {
        for (const ElementSet& set : found.preventing) add(sets, set, placements);
        report_.counterexamples = sets.size();
        continue;
      }
      if (stopped(found.search)) return;
      if (found.search.buffer_was_full && !buffers_do_not_matter(placements)) {
        if (options_.buffer != 0 || report_.buffer >= kLargestBuffer ||
            found.search.states > kManyStates) {
          report_.verdict = Verdict::Undecided;
          report_.reasons.push_back(fmt::format(
              "store buffers of {} stores were full; larger ones may show failures that "
              "these do not (--buffer N)",
              report_.buffer));
          return;
        }
        report_.buffer *= 2;
        continue;
      }
      report_.buffer = 0;  // larger ones would show nothing else
      if (sets.empty())
        report_.verdict = Verdict::NoFencesNeeded;
      else
        choose(sets);
      return;
    }
  }

  // A persistent program reaches under TSO what it reaches under SC, whatever its buffers hold.
  bool buffers_do_not_matter(const std::vector<Placement>& placements) {
    if (options_.model != Model::TSO) return false;
    const auto automata = subject_.automata(placements);
    Search sc(*automata, search_options(Model::SC));
    try {
      const Patterns found = find_patterns(sc);
      count(found.search);
      return found.search.finished && found.patterns.empty();
    } catch (const InputError&) {
      return false;  // something that persistence does not know; safety does
    }
  }

  // --- replay
  // -------------------------------------------------------------------------------------

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

  // --- from counterexamples to fences
  // --------------------------------------------------------------

  ElementSet full_fences(const std::vector<PositionId>& positions) const {
    ElementSet set;
    for (const PositionId p : positions)
      if (subject_.possible(p)) set.push_back(Placement{p, FenceKind::Full}.element());
    std::ranges::sort(set);
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
