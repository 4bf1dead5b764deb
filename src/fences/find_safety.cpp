// Fences for safety: by the states of the program under the model.
#include <fmt/format.h>

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
};

}  // namespace

Report find_for_safety(const Subject& subject, const FenceOptions& options) {
  return SafetyFinder(subject, options).run();
}

}  // namespace overtake::fences
