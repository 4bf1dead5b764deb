// Fences for robustness: by attacks under TSO, by the monitors under PSO.
#include "base/error.h"
#include "fences/finder.h"
#include "fences/robustness.h"
#include "memory/happens_before.h"
#include "monitor/check.h"

namespace overtake::fences {
namespace {

class RobustnessFinder : public Finder {
 public:
  using Finder::Finder;

  Report run() {
    if (options_.model == Model::TSO)
      robustness();
    else
      monitored_robustness();
    return std::move(report_);
  }

 private:
  // TSO, by attacks.
  void robustness() {
    const auto automata = subject_.automata({});
    explicit_state::Options o = search_options(Model::SC);
    o.symmetry = false;
    Search sc(*automata, o);
    const Attacks found = find_attacks(sc);
    count(found.search);
    if (automata->has_parts())
      throw InputError(
          "accesses of different sizes to the same bytes are not supported by robustness; "
          "--criterion safety and persistence know them");
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
      if (!subject_.wraps() && memory::is_sc_trace(replay))
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
    if (const ReachedLimit why = subject_.without_end(search_options(Model::SC))) {
      report_.limits.push_back(why);
      return;  // undecided
    }
    std::vector<ElementSet> sets;
    for (;;) {
      const std::vector<Placement> placements = cheapest(sets);
      const ir::Program program = subject_.fenced(placements);
      monitor::CheckOptions o{
          .model = options_.model, .failed_cas = subject_.failed_cas(), .stop = options_.stop};
      o.progress = [&](const monitor::MonitorResult& r) {
        if (options_.progress) options_.progress(report_.executions + r.executions, sets.size());
      };
      const monitor::MonitorResult found = monitor::check(program, o);
      report_.executions += found.executions;
      ++report_.searches;
      for (const monitor::Violation& v : found.violations) {
        if (!report_.counterexample) report_.counterexample = Counterexample{v.replay, v.delayed};
        add(sets, subject_.preventing(program, v.replay, options_.model.base), placements);
      }
      report_.counterexamples = sets.size();
      if (!found.violations.empty()) continue;
      if (!found.complete) {
        report_.verdict = Verdict::Undecided;
        for (const ReachedLimit& limit : found.limits)
          if (limit.limit != Limit::Stopped) report_.limits.push_back(limit);
      } else if (sets.empty()) {
        report_.verdict = Verdict::NoFencesNeeded;
      } else {
        choose(sets);
      }
      return;
    }
  }
};

}  // namespace

Report find_for_robustness(const Subject& subject, const FenceOptions& options) {
  return RobustnessFinder(subject, options).run();
}

}  // namespace overtake::fences
