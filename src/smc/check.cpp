#include "smc/check.h"

#include "ir/clocks.h"
#include "smc/cascade.h"
#include "smc/checkpoint.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "smc/rvf_explorer.h"
#include "smc/team.h"
#include "smc/trace_classes.h"

namespace overtake::smc {

namespace {

// How many configurations the exhaustive search may meet before it stops telling classes apart:
// some seconds.
constexpr std::uint64_t kManyConfigurations = 500'000;

// The result is none if an exploration that is watched hands over.
std::optional<CheckResult> explore(const ir::Program& program, const CheckOptions& given,
                                   Equivalence equivalence, ValueWatch* watch) {
  CheckResult result;
  result.used = equivalence;
  const CheckOptions options = options_for(given, equivalence);
  try {
    const exec::Executor executor(program, limits_for(options, equivalence));
    if (equivalence == Equivalence::Trace) {
      explore_traces(executor, options, result);
    } else {
      Exploration exploration{executor, equivalence, watch};
      Team team(
          options,
          [&](const CheckOptions& own, CheckResult& part) { return exploration.make(own, part); },
          options.estimates ? std::make_unique<Estimator>(executor, options, equivalence)
                            : nullptr);
      team.explore(result);
      if (exploration.handed_over()) return std::nullopt;
    }
  } catch (const LimitReached& limit) {
    result.unfinished = limit.limit;
  }
  if (options.all_errors) sort_findings(result);
  return result;
}

}  // namespace

std::unique_ptr<Explorer> Exploration::make(const CheckOptions& options, CheckResult& result) {
  const bool equal = equivalence == Equivalence::RfEqual || equivalence == Equivalence::RvfEqual;
  const bool careful =
      equivalence == Equivalence::RfCareful || equivalence == Equivalence::RvfCareful;
  if (equal || careful || with_attempts(equivalence) || with_turns(equivalence) ||
      equivalence == Equivalence::Rvf || equivalence == Equivalence::RfWaiting) {
    const bool by_value = named(equivalence) == Equivalence::Rvf;
    auto explorer = std::make_unique<RvfExplorer>(
        executor, options, result, by_value ? Groups::ByValue : Groups::BySource, careful);
    if (equal) explorer->visit_equal_threads_once();
    return explorer;
  }
  auto explorer =
      std::make_unique<RfExplorer>(executor, options, result, equivalence != Equivalence::Rf);
  // The explorer that watches begins; the others join when it has seen enough.
  if (watch != nullptr && watching == nullptr) {
    explorer->watch = watch;
    watching = explorer.get();
  }
  return explorer;
}

bool Exploration::handed_over() const { return watching != nullptr && watching->handed_over(); }

CheckOptions options_for(CheckOptions options, Equivalence equivalence) {
  options.equivalence = equivalence;
  if (options.resume != nullptr && options.resume->equivalence != equivalence)
    options.resume = nullptr;  // that exploration has given up
  return options;
}

// With checkpoints an execution is not stopped halfway. Who leaves stores out asks whether others
// write the same words (quiet_rounds.h). Explorations by causal maps do not follow clocks: they
// give up at the first that a thread reads, since many programs have functions that would, and do
// not get there (std::future::wait_for of no time).
exec::Limits limits_for(const CheckOptions& options, Equivalence equivalence) {
  const bool asks = equivalence == Equivalence::Rvf || equivalence == Equivalence::RfWaiting ||
                    equivalence == Equivalence::RfEqual || equivalence == Equivalence::RvfEqual ||
                    with_turns(equivalence);
  const bool maps = asks || with_attempts(equivalence) || equivalence == Equivalence::RfCareful ||
                    equivalence == Equivalence::RvfCareful;
  const auto give_up = [](ir::SourceId place) { throw NeedsExhaustive{"clocks", place}; };
  return {.stop = options.save ? nullptr : options.stop,
          .attempts = with_attempts(equivalence),
          .quiet = asks && !options.races,
          .turns = equivalence != Equivalence::Exhaustive && equivalence != Equivalence::States,
          .quiet_turns = with_turns(equivalence) && !options.races,
          .on_clock = maps ? give_up : std::function<void(ir::SourceId)>{}};
}

CheckResult check(const ir::Program& program, const CheckOptions& options) {
  return check_with(program, options, [&](Equivalence equivalence, ValueWatch* watch) {
    return explore(program, options, equivalence, watch);
  });
}

namespace {

// Equal threads once, if there are any that can be told to be.
class WithEquals {
 public:
  WithEquals(const CheckOptions& options, const Explore& explore, std::string& because)
      : options_(options), explore_(explore), because_(because) {}

  // None: they are explored like others. Throws NeedsExhaustive for a search by states only.
  std::optional<CheckResult> operator()(Equivalence equivalence) {
    if (!options_.symmetry || !because_.empty()) return std::nullopt;
    // An exploration that was begun without is continued without.
    if (options_.resume != nullptr && options_.resume->equivalence != equivalence)
      return std::nullopt;
    if (options_.races) because_ = "races are looked for";
    if (options_.on_instance) because_ = "instances are written";
    if (!because_.empty()) return std::nullopt;
    try {
      std::optional<CheckResult> result = explore_(equivalence, nullptr);
      result->symmetry.used = true;
      if (result->symmetry.counted) return result;
      const std::uint64_t redundant = result->executions.redundant;
      result->executions = result->visited;
      result->executions.redundant = redundant;
      return result;
    } catch (const NotEqual& not_equal) {
      because_ = not_equal.because;
    } catch (const NeedsExhaustive& needs) {
      if (needs.merge_states) throw;
      because_ = needs.construct;
    }
    return std::nullopt;
  }

 private:
  const CheckOptions& options_;
  const Explore& explore_;
  std::string& because_;
};

// What an exploration does not know, the next one does: by values, by reads-from, exhaustively.
CheckResult explore_in_turn(const ir::Program& program, const CheckOptions& options,
                            const Explore& explore, std::string& not_equal) {
  Equivalence next = options.preemption_bound ? Equivalence::Exhaustive : options.equivalence;
  if (next == Equivalence::Auto && (options.races || ir::reads_clock(program)))
    next = Equivalence::Rf;
  if (options.resume != nullptr) next = options.resume->equivalence;
  std::string rf_because;
  std::string exhaustive_because;
  // Races are a matter of sources. Final states forget them.
  if (options.races && next == Equivalence::Rvf) {
    rf_because = "data races";
    next = Equivalence::Rf;
  }
  if (options.races && next == Equivalence::States) next = Equivalence::Exhaustive;
  // By causal maps, without rounds of turns, with all attempts, or with care if need be.
  const auto by_causal_maps = [&](Equivalence easily, Equivalence turns, Equivalence attempts,
                                  Equivalence carefully) {
    for (Equivalence now = easily;;) {
      try {
        return explore(now, nullptr);
      } catch (const NeedsExhaustive& needs) {
        if (now == carefully || !(needs.careful || needs.attempts || needs.turns)) throw;
        now = needs.careful ? carefully : needs.turns ? turns : attempts;
      }
    }
  };
  // Where threads wait in loops, exploration by causal maps knows what a wait is. Where races are
  // looked for, they must not wait: what they read meanwhile may race.
  const auto by_sources = [&](ValueWatch* watch) -> std::optional<CheckResult> {
    bool careful = false;
    try {
      return explore(Equivalence::Rf, watch);
    } catch (const NeedsCausalMaps&) {
    } catch (const NeedsExhaustive& needs) {
      // Only RF-SMC has instances to show.
      if (!needs.careful || options.on_instance) throw;
      careful = true;
    }
    if (watch != nullptr) return std::nullopt;
    if (options.on_instance) return explore(Equivalence::RfSpinning, nullptr);
    if (careful) return explore(Equivalence::RfCareful, nullptr);
    const auto spinning = [&] { return explore(Equivalence::RfSpinning, nullptr); };
    const auto waiting = [&] {
      return by_causal_maps(Equivalence::RfWaiting, Equivalence::RfTurns, Equivalence::RfAttempts,
                            Equivalence::RfCareful);
    };
    try {
      return options.races ? spinning() : waiting();
    } catch (const NeedsExhaustive& needs) {
      if (needs.merge_states) throw;
    }
    return options.races ? waiting() : spinning();
  };
  WithEquals with_equals(options, explore, not_equal);
  try {
    if (next == Equivalence::RfEqual) next = Equivalence::Rf;  // it is continued
    if (next == Equivalence::RvfEqual) next = Equivalence::Rvf;
    if (next == Equivalence::Auto || next == Equivalence::Rvf || next == Equivalence::Rf)
      if (auto result =
              with_equals(next == Equivalence::Rf ? Equivalence::RfEqual : Equivalence::RvfEqual))
        return *result;
    if (next == Equivalence::Auto) {
      ValueWatch watch;
      if (auto result = by_sources(&watch)) return *result;
      next = Equivalence::Rvf;
    }
    if (next == Equivalence::Rvf) {
      try {
        return *by_causal_maps(Equivalence::Rvf, Equivalence::RvfTurns, Equivalence::RvfAttempts,
                               Equivalence::RvfCareful);
      } catch (const NeedsExhaustive& needs) {
        if (needs.merge_states) throw;
        rf_because = needs.construct;
        next = Equivalence::Rf;
      }
    }
    if (next != Equivalence::Exhaustive && next != Equivalence::States) {
      CheckResult result = next == Equivalence::Rf ? *by_sources(nullptr) : *explore(next, nullptr);
      result.rf_because = rf_because;
      return result;
    }
  } catch (const NeedsExhaustive& needs) {
    exhaustive_because = needs.construct;
    const bool merge = needs.merge_states && !options.races;
    next = merge ? Equivalence::States : Equivalence::Exhaustive;
  }
  // If each class was not asked for, a verdict is enough.
  CheckResult result;
  if (next == Equivalence::Exhaustive) {
    const bool unlimited = exhaustive_because.empty() || options.races;
    const std::uint64_t limit = unlimited ? 0 : kManyConfigurations;
    result = check_exhaustively(program, options, next, limit);
    if (result.unfinished.limit == Limit::Configurations) next = Equivalence::States;
  }
  if (next == Equivalence::States) result = check_exhaustively(program, options, next);
  result.used = next;
  result.exhaustive_because = exhaustive_because;
  return result;
}

}  // namespace

CheckResult check_with(const ir::Program& program, const CheckOptions& options,
                       const Explore& explore) {
  std::string because;
  CheckResult result = explore_in_turn(program, options, explore, because);
  result.symmetry.off_because = because;
  return result;
}

}  // namespace overtake::smc
