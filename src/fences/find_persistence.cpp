// Fences for persistence: by all SC states; where these are too many, from both sides; or by
// abstractions alone (--flatten).
//
// From both sides: abstractions have at least the patterns of the program. Some of its runs, those
// that were seen first and those in which only few processes do anything, have at most them. If
// each pattern of the former has a pattern of the latter that is prevented by no other fences, the
// two need the same fences, and the program, which lies between, needs them, too.
#include <atomic>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "fences/finder.h"
#include "fences/flat_patterns.h"
#include "fences/judge.h"
#include "fences/persistence.h"

namespace overtake::fences {
namespace {

constexpr std::uint32_t kFlattenSteps = 2;   // as in PERSIST section 11
constexpr std::size_t kFewStates = 300'000;  // of runs with few movers
constexpr std::size_t kFewMovers = 2;
constexpr std::size_t kMostMovers = 3;

class PersistenceFinder : public Finder {
 public:
  using Finder::Finder;

  Report run() {
    if (options_.flatten)
      flattened_persistence(*options_.flatten);
    else if (!without_all_states())
      persistence(0);
    return std::move(report_);
  }

 private:
  // False: all states of the program have to be searched.
  bool without_all_states() {
    if (!subject_.can_be_abstracted()) return false;
    if (!options_.all_states && has_no_pattern_by_each_process()) {
      report_.verdict = Verdict::NoFencesNeeded;
      return true;
    }
    return persistence(options_.plain_states) || by_each_process() || by_flattening() ||
           !options_.all_states;
  }

  // Some runs of the program; those in which only these processes do anything if there are any.
  struct SomeRuns {
    std::vector<ThreadId> movers;
    std::unique_ptr<Automata> automata;
    std::unique_ptr<Search> sc;
    Patterns found;
  };

  // False: there are more states than that (0: no limit).
  bool persistence(std::size_t limit) {
    first_ = {};
    auto automata = subject_.automata({});
    explicit_state::Options o = search_options(Model::SC);
    o.max_states = limit;
    auto search = std::make_unique<Search>(*automata, o);
    Search& sc = *search;
    Patterns found = find_patterns(sc);
    if (!found.search.finished && !interrupted()) {
      first_ = {{}, std::move(automata), std::move(search), std::move(found)};
      return false;
    }
    count(found.search);
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

  struct Abstraction {
    // What prevents each pattern of an abstraction of the program with these fences; none: it
    // cannot be said.
    std::function<std::optional<std::vector<ElementSet>>(const std::vector<Placement>&)> sets;
    std::size_t most_movers = 0;  // in the runs that it is compared with
    // Which values it tells apart depends on the order in which they are found, so that it may be
    // coarser with fences than without.
    bool widens = false;
  };

  bool has_no_pattern_by_each_process() {
    const auto most = each_process().sets({});
    report_.from_both_sides = most && most->empty();
    return report_.from_both_sides;
  }

  bool by_each_process() { return from_both_sides(each_process()); }

  Abstraction each_process() {
    return {[this](const std::vector<Placement>& fences) -> std::optional<std::vector<ElementSet>> {
              const auto found = subject_.each_process(fences, options_.stop);
              if (!found) return std::nullopt;
              count({.states = found->states, .transitions = found->transitions});
              std::vector<ElementSet> sets;
              for (const auto& positions : found->new_fences)
                sets.push_back(full_fences(positions));
              return sets;
            },
            kFewMovers, true};
  }

  bool by_flattening() {
    if (!subject_.can_be_flattened()) return false;
    return from_both_sides(
        {[this](const std::vector<Placement>& fences) -> std::optional<std::vector<ElementSet>> {
           bool finished = true;
           try {
             std::vector<ElementSet> sets = abstract_sets(kFlattenSteps, fences, finished);
             if (finished) return sets;
           } catch (const InputError&) {
             return std::nullopt;  // the program can be searched though its abstraction cannot
           }
           return std::nullopt;
         },
         kMostMovers});
  }

  // False: that does not decide it.
  bool from_both_sides(const Abstraction& abstraction) {
    const auto most = abstraction.sets({});
    if (!most) return interrupted();
    if (most->empty()) {
      report_.from_both_sides = true;
      report_.verdict = Verdict::NoFencesNeeded;
      return true;
    }
    // Of the patterns that have no counterpart yet.
    const auto pivots_wanted = [&] {
      std::set<ThreadId> pivots;
      for (const ElementSet& m : *most)
        if (std::ranges::none_of(least_,
                                 [&](const ElementSet& l) { return std::ranges::includes(m, l); }))
          for (const ThreadId t : subject_.passing(Placement::of(m.front()).position))
            pivots.insert(t);
      return pivots;
    };
    if (first_.sc) add_patterns(std::exchange(first_, {}));
    if (!listed_)
      for (std::vector<ThreadId>& movers : few_threads(subject_.automata({})->thread_count()))
        waiting_.push_back({.movers = std::move(movers)});
    listed_ = true;
    explicit_state::Workers workers(options_.jobs);
    while (!interrupted()) {
      std::vector<SomeRuns> searched =
          search_some(workers, pivots_wanted(), abstraction.most_movers);
      if (searched.empty()) break;
      // The same as with one worker: what the others found may make one redundant, for now.
      for (SomeRuns& found : searched) {
        if (moves_one_of(found, pivots_wanted()))
          add_patterns(std::move(found));
        else
          put_back(std::move(found.movers));
      }
    }
    if (!pivots_wanted().empty()) return interrupted();
    choose(least_);
    const auto left = abstraction.sets(report_.placements);
    if (left && !left->empty()) {
      if (!abstraction.widens)
        throw InternalError("a set of fences that should be sufficient is not");
      report_ = {.counterexample = std::move(report_.counterexample), .states = report_.states};
      return false;
    }
    report_.from_both_sides = true;
    if (!left) report_.verdict = Verdict::Undecided;
    return true;
  }

  static bool moves_one_of(const SomeRuns& runs, const std::set<ThreadId>& pivots) {
    return std::ranges::any_of(runs.movers, [&](ThreadId t) { return pivots.contains(t); });
  }

  // The next ones in which a wanted pivot moves, one for each worker. Each has automata of its own,
  // so that nothing depends on what was searched before.
  std::vector<SomeRuns> search_some(explicit_state::Workers& workers,
                                    const std::set<ThreadId>& pivots, std::size_t most_movers) {
    std::vector<SomeRuns> some;
    for (auto it = waiting_.begin(); it != waiting_.end() && some.size() < workers.count();) {
      if (it->movers.size() <= most_movers && moves_one_of(*it, pivots)) {
        some.push_back(std::move(*it));
        it = waiting_.erase(it);
      } else {
        ++it;
      }
    }
    workers.for_each(some.size(), [&](std::size_t i, std::size_t) {
      explicit_state::Options o = shared_options();
      o.movers = some[i].movers;
      o.max_states = kFewStates;
      some[i].automata = subject_.automata({});
      some[i].sc = std::make_unique<Search>(*some[i].automata, o);
      some[i].found = find_patterns(*some[i].sc);
    });
    return some;
  }

  // To its place in the order of few_threads().
  void put_back(std::vector<ThreadId> movers) {
    const auto later = std::ranges::find_if(waiting_, [&](const SomeRuns& runs) {
      return std::pair(runs.movers.size(), runs.movers) > std::pair(movers.size(), movers);
    });
    waiting_.insert(later, {.movers = std::move(movers)});
  }

  void add_patterns(SomeRuns runs) {
    count(runs.found.search);
    for (const Pattern& p : runs.found.patterns) {
      const ElementSet set = full_fences(p.new_fences);
      if (std::ranges::any_of(least_,
                              [&](const ElementSet& l) { return std::ranges::includes(set, l); }))
        continue;
      replay_witness(*runs.automata, *runs.sc, p);
      least_.push_back(set);
    }
    report_.counterexamples = least_.size();
  }

  // What prevents each pattern of the abstractions of the program with these fences. Not finished:
  // of those before the first that was not.
  std::vector<ElementSet> abstract_sets(std::uint32_t k, const std::vector<Placement>& fences,
                                        bool& finished) {
    const auto abstractions = subject_.flattened(k, fences);
    struct Searched {
      Subject::Flat flat;
      FlatPatterns found;
      std::exception_ptr thrown;
    };
    std::vector<Searched> all(abstractions.size());
    std::atomic<std::size_t> last{abstractions.size()};  // none after it matters
    explicit_state::Workers workers(options_.jobs);
    workers.for_each(all.size(), [&](std::size_t i, std::size_t) {
      if (i > last.load(std::memory_order_relaxed)) return;
      try {
        explicit_state::Options o = shared_options();
        if (!options_.flatten) o.max_states = options_.flat_states;
        all[i].flat = abstractions[i]();
        all[i].found = find_flat_patterns(*all[i].flat.automata, all[i].flat.pivot, o);
      } catch (...) {
        all[i].thrown = std::current_exception();
      }
      std::size_t known = last;
      while (!all[i].found.search.finished && i < known && !last.compare_exchange_weak(known, i)) {
      }
    });
    std::vector<ElementSet> sets;
    for (const Searched& s : all) {
      if (s.thrown) std::rethrow_exception(s.thrown);
      count(s.found.search);
      finished = s.found.search.finished;
      if (!finished) break;
      for (const std::vector<PositionId>& new_fences : s.found.new_fences) {
        std::vector<PositionId> positions;
        for (const PositionId f : new_fences) positions.push_back(s.flat.position(f));
        sets.push_back(full_fences(positions));
      }
      report_.counterexamples = sets.size();
    }
    return sets;
  }

  // Of a search that is one of several at the same time.
  explicit_state::Options shared_options() {
    explicit_state::Options o = search_options(Model::SC);
    o.jobs = 1;
    o.progress = [this, show = std::move(o.progress)](std::size_t states) {
      const std::lock_guard lock(progress_);
      show(states);
    };
    return o;
  }

  // Every one, two or three of the threads.
  static std::vector<std::vector<ThreadId>> few_threads(std::size_t threads) {
    std::vector<std::vector<ThreadId>> all;
    std::vector<ThreadId> chosen;
    const auto choose = [&](const auto& self, std::size_t few, std::size_t from) -> void {
      if (chosen.size() == few) {
        all.push_back(chosen);
        return;
      }
      for (std::size_t t = from; t < threads; ++t) {
        chosen.push_back(ThreadId{t});
        self(self, few, t + 1);
        chosen.pop_back();
      }
    };
    for (std::size_t few = 1; few <= kMostMovers; ++few) choose(choose, few, 0);
    return all;
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
    // The judge knows accesses by their address.
    if (!subject_.wraps() && !automata.has_parts() && is_persistent_run(replay))
      throw InternalError("a run reported as fragile is not");
  }

  std::mutex progress_;
  SomeRuns first_;               // those of the search that did not finish
  std::list<SomeRuns> waiting_;  // of few movers, that were not searched
  bool listed_ = false;
  std::vector<ElementSet> least_;  // of runs that were searched
};

}  // namespace

Report find_for_persistence(const Subject& subject, const FenceOptions& options) {
  return PersistenceFinder(subject, options).run();
}

}  // namespace overtake::fences
