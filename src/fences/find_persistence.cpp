// Fences for persistence: by all SC states; where these are too many, from both sides; or by
// abstractions alone (--flatten).
#include "fences/finder.h"
#include "fences/flat_patterns.h"
#include "fences/judge.h"
#include "fences/persistence.h"

namespace overtake::fences {
namespace {

constexpr std::uint32_t kFlattenSteps = 2;   // as in PERSIST section 11
constexpr std::size_t kFewStates = 300'000;  // of runs with few movers
constexpr std::size_t kMostMovers = 3;

class PersistenceFinder : public Finder {
 public:
  using Finder::Finder;

  Report run() {
    if (options_.flatten)
      flattened_persistence(*options_.flatten);
    else if (!subject_.can_be_flattened())
      persistence(0);
    else if (!persistence(options_.plain_states) && !persistence_from_both_sides())
      persistence(0);
    return std::move(report_);
  }

 private:
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
    std::vector<ElementSet> most;
    try {
      most = abstract_sets(kFlattenSteps, {}, finished);
    } catch (const InputError&) {
      return false;  // the program can be searched though its abstraction cannot
    }
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
};

}  // namespace

Report find_for_persistence(const Subject& subject, const FenceOptions& options) {
  return PersistenceFinder(subject, options).run();
}

}  // namespace overtake::fences
