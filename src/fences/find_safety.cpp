// Fences for safety: by the states of the program under the model.
#include <fmt/format.h>

#include <memory>

#include "explicit/extents.h"
#include "explicit/stuck.h"
#include "fences/finder.h"
#include "fences/persistence.h"
#include "fences/prevention.h"

namespace overtake::fences {
namespace {

using explicit_state::LocalStatus;
using explicit_state::State;
using explicit_state::StateIndex;
using explicit_state::StuckFinder;

constexpr std::size_t kFailuresAtOnce = 16;
constexpr std::uint32_t kLargestBuffer = 32;
constexpr std::size_t kManyStates = 4'000'000;  // larger buffers would make many more

ThreadId failed_thread(const explicit_state::Automata& automata, const State& s) {
  for (std::size_t t = 0; t < s.threads(); ++t)
    if (s.started(ThreadId{t}) &&
        automata.status(ThreadId{t}, s.local(ThreadId{t})) == LocalStatus::Failed)
      return ThreadId{t};
  return ThreadId::none();
}

// States in which something is wrong.
class WrongStates : public explicit_state::Filter {
 public:
  explicit WrongStates(explicit_state::Automata& automata)
      : automata_(automata), stuck_(automata) {}

  bool wants(const State& s) override {
    return failed_thread(automata_, s).valid() || stuck_.look(s);
  }

 private:
  explicit_state::Automata& automata_;
  StuckFinder stuck_;
};

// The first of them.
class FailureVisitor : public explicit_state::Visitor {
 public:
  explicit FailureVisitor(explicit_state::Automata& automata)
      : automata_(automata), wrong_(automata) {}

  bool visit(StateIndex i, const State& s) override {
    if (wrong_.wants(s)) failed_.push_back(i);
    return failed_.size() < kFailuresAtOnce;
  }
  void restart() override { failed_.clear(); }
  std::unique_ptr<explicit_state::Filter> filter() const override {
    return std::make_unique<WrongStates>(automata_);
  }

  const std::vector<StateIndex>& failed() const { return failed_; }

 private:
  explicit_state::Automata& automata_;
  WrongStates wrong_;
  std::vector<StateIndex> failed_;
};

class SafetyFinder : public Finder {
 public:
  using Finder::Finder;

  Report run() {
    safety();
    return std::move(report_);
  }

 private:
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
    FailureVisitor failures(automata);
    Failures result;
    result.search = search.run(failures);
    count(result.search);
    result.any = !failures.failed().empty();
    for (const StateIndex i : failures.failed()) {
      const std::vector<Step> run = search.run_to(i);
      if (model != Model::SC) result.preventing.push_back(preventing(search, run, model, subject_));
      if (!keep || report_.counterexample) continue;
      const memory::Replay& replay = replayed(automata, search, run, model, 0);
      const State s = search.state(i);
      const ThreadId t = failed_thread(automata, s);
      // The machine does not know a loop that spins for ever; a thread that fails it does.
      if (t.valid() && !replay.error && !subject_.wraps())
        throw InternalError("a failing run does not fail on the machine");
      report_.failure =
          t.valid() ? automata.failure(t, s.local(t)) : StuckFinder(automata).describe(s);
    }
    return result;
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
          find_failures(*automata, options_.model.base, report_.buffer, placements.empty());
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
          report_.limits.push_back({Limit::Buffers, report_.buffer});
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
    } catch (const explicit_state::Regrouped&) {
      throw;
    } catch (const InputError&) {
      return false;  // something that persistence does not know; safety does
    }
  }
};

}  // namespace

Report find_for_safety(const Subject& subject, const FenceOptions& options) {
  return SafetyFinder(subject, options).run();
}

}  // namespace overtake::fences
