// The portfolio (RF §6.1 and what it measures): most instances that a model checker meets are
// realizable in almost the order that it already knows, so that order, repaired, is tried first,
// with little patience. Closure costs more than it gives on those, and wins on the others, so it
// comes second. What it neither refutes nor settles is searched inside it.
#include <algorithm>

#include "consistency/closure.h"
#include "consistency/consistency.h"
#include "consistency/instance.h"
#include "consistency/naive.h"
#include "consistency/verify_good.h"
#include "consistency/verify_pso.h"
#include "consistency/verify_tso.h"

namespace overtake::consistency {

struct Verifier::Impl {
  Instance instance;
  Closure closure;
  VerifyTso verify_tso;
  VerifyPso verify_pso;
  VerifyGood verify_good;
  Naive naive;
  Ranks ranks;
  Witness witness;
  Reason reason;
  Statistics statistics;
  Execution resolved;  // a copy with the reads-from map that the closure found

  Verdict fixed(const Execution& execution, Model model, const Options& options,
                const Witness* hint);
  Verdict good(const Execution& execution, const GoodWrites& good_writes, Model model,
               const Options& options, const Witness* hint);

 private:
  Verdict decide(const GoodWrites* good_writes, const Options& options, const Witness* hint);
  Outcome search(const GoodWrites* good_writes, const Constraints* constraints, const Ranks& order,
                 bool naively, Budget& budget);
  void rank(const Witness* hint);
  Verdict refuted(DecidedBy by, Reason why);
  void explain(const GoodWrites* good_writes);
};

Verdict Verifier::Impl::fixed(const Execution& execution, Model model, const Options& options,
                              const Witness* hint) {
  statistics = {};
  if (!instance.compile(execution, model)) {
    Reason why;
    why.rule = instance.refuted_rule();
    why.read = EventId{instance.refuted_read()};
    return refuted(DecidedBy::Static, std::move(why));
  }
  return decide(nullptr, options, hint);
}

Verdict Verifier::Impl::good(const Execution& execution, const GoodWrites& good_writes, Model model,
                             const Options& options, const Witness* hint) {
  statistics = {};
  instance.compile(execution, good_writes, model);
  return decide(&good_writes, options, hint);
}

Verdict Verifier::Impl::decide(const GoodWrites* good_writes, const Options& options,
                               const Witness* hint) {
  Budget budget(options.max_states, options.timeout_seconds);
  rank(hint);
  const bool portfolio = options.algorithm == Algorithm::Portfolio;

  if (portfolio || options.algorithm == Algorithm::Greedy) {
    // One dive and a little turning back; small instances end here either way.
    Budget dive = budget.part(instance.memory_events.size() + instance.steps.size() / 4 + 8);
    const Outcome outcome = search(good_writes, nullptr, ranks, false, dive);
    statistics.states += dive.states();
    budget.add(dive.states());
    statistics.decided_by = DecidedBy::Greedy;
    if (outcome == Outcome::Witness) return Verdict::Consistent;
    if (outcome == Outcome::NoWitness) {
      reason = {};
      if (options.reason) explain(good_writes);
      return Verdict::Inconsistent;
    }
    if (!portfolio) return Verdict::Unknown;
  }

  const bool with_closure = portfolio || options.algorithm == Algorithm::Closure || options.closure;
  if (with_closure) {
    const Closure::Outcome outcome = closure.run(instance, good_writes, budget);
    statistics.closure_edges = closure.edges_added();
    statistics.closure_rounds = closure.rounds();
    if (outcome == Closure::Outcome::Refuted)
      return refuted(DecidedBy::Closure, options.reason ? closure.reason() : Reason{});
    if (outcome == Closure::Outcome::GaveUp || options.algorithm == Algorithm::Closure)
      return Verdict::Unknown;
    if (portfolio && good_writes != nullptr && closure.resolved()) {
      // One source is left for every read: the polynomial algorithms apply.
      resolved = instance.execution();
      resolved.reads_from = closure.reads_from();
      return fixed(resolved, instance.model(), options, hint);
    }
  }

  const Constraints* constraints = with_closure ? &closure.constraints() : nullptr;
  if (portfolio) {
    // An unlucky early choice can cost a long search; another order of trying may not make it.
    Ranks topological = closure.ranks();
    topological.by_demand = false;
    const Ranks* orders[] = {&closure.ranks(), &ranks, &topological};
    for (const Ranks* order : orders) {
      Budget some = budget.part(2 * instance.steps.size() + 64);
      const Outcome outcome = search(good_writes, constraints, *order, false, some);
      statistics.states += some.states();
      statistics.decided_by = DecidedBy::Search;
      if (outcome == Outcome::Witness) return Verdict::Consistent;
      if (outcome == Outcome::NoWitness) return refuted(DecidedBy::Search, Reason{});
    }
  }
  const Outcome outcome =
      search(good_writes, constraints,
             with_closure && (portfolio || hint == nullptr) ? closure.ranks() : ranks,
             options.algorithm == Algorithm::Naive && good_writes == nullptr, budget);
  statistics.states += budget.states();
  statistics.decided_by = DecidedBy::Search;
  switch (outcome) {
    case Outcome::Witness:
      return Verdict::Consistent;
    case Outcome::NoWitness:
      return refuted(DecidedBy::Search, Reason{});
    case Outcome::GaveUp:
      break;
  }
  return Verdict::Unknown;
}

Outcome Verifier::Impl::search(const GoodWrites* good_writes, const Constraints* constraints,
                               const Ranks& order, bool naively, Budget& budget) {
  if (good_writes != nullptr)
    return verify_good.run(instance, *good_writes, constraints, order, budget, witness);
  if (naively) return naive.run(instance, constraints, order, budget, witness);
  if (instance.model() == Model::PSO)
    return verify_pso.run(instance, constraints, order, budget, witness);
  return verify_tso.run(instance, constraints, order, budget, witness);
}

// What is tried first: the order of the hint; or that of the event numbers, which for recorded
// traces is the order of the recording; or, if they only count the threads one after the other, the
// order in which the events would come if all threads ran at an even pace.
void Verifier::Impl::rank(const Witness* hint) {
  const auto steps = static_cast<std::uint32_t>(instance.steps.size());
  const auto events = static_cast<std::uint32_t>(instance.event_step.size());
  ranks.of.resize(2 * std::size_t{steps});
  ranks.by_demand = hint == nullptr || hint->empty();
  if (ranks.by_demand) {
    const auto& all = instance.execution().events;
    std::uint32_t switches = 0;
    for (std::uint32_t e = 1; e < events; ++e) switches += all[e].thread != all[e - 1].thread;
    const bool even_pace = switches < 2 * instance.threads;
    for (std::uint32_t s = 0; s < steps; ++s) {
      const Step& step = instance.steps[s];
      const std::uint64_t length = instance.execution().threads[step.thread].size();
      ranks.of[s] =
          even_pace
              ? static_cast<std::uint32_t>(std::uint64_t{step.position} * 0x40000000u / length)
              : 2 * step.event;
      ranks.of[steps + s] = ranks.of[s] + 1;
    }
    return;
  }
  std::fill(ranks.of.begin(), ranks.of.end(), kNone);
  std::uint32_t at = 0;
  for (const WitnessStep& step : *hint) {
    ++at;
    if (step.event.value >= events) continue;
    std::uint32_t s = instance.event_step[step.event.index()];
    if (!step.memory_write) {
      ranks.of[s] = std::min(ranks.of[s], at);
    } else {
      if (instance.steps[s].kind != StepKind::Buffer) ++s;  // a buffered RMW
      if (s < steps) ranks.of[steps + s] = at;
    }
  }
}

Verdict Verifier::Impl::refuted(DecidedBy by, Reason why) {
  statistics.decided_by = by;
  reason = std::move(why);
  return Verdict::Inconsistent;
}

// The search has said no; the closure may know a reason that fits on a line.
void Verifier::Impl::explain(const GoodWrites* good_writes) {
  if (closure.run(instance, good_writes, Budget{}) == Closure::Outcome::Refuted)
    reason = closure.reason();
  statistics.closure_edges = closure.edges_added();
  statistics.closure_rounds = closure.rounds();
}

Verifier::Verifier() : impl_(std::make_unique<Impl>()) {}
Verifier::~Verifier() = default;
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;

Verdict Verifier::verify(const Execution& execution, Model model, const Options& options,
                         const Witness* hint) {
  return impl_->fixed(execution, model, options, hint);
}

Verdict Verifier::verify(const Execution& execution, const GoodWrites& good_writes, Model model,
                         const Options& options, const Witness* hint) {
  return impl_->good(execution, good_writes, model, options, hint);
}

bool Verifier::realizable(const Execution& execution, Model model, const Witness* hint) {
  Options options;
  options.reason = false;
  return impl_->fixed(execution, model, options, hint) == Verdict::Consistent;
}

bool Verifier::realizable(const Execution& execution, const GoodWrites& good_writes, Model model,
                          const Witness* hint) {
  Options options;
  options.reason = false;
  return impl_->good(execution, good_writes, model, options, hint) == Verdict::Consistent;
}

const Witness& Verifier::witness() const { return impl_->witness; }
const Reason& Verifier::reason() const { return impl_->reason; }
const Statistics& Verifier::statistics() const { return impl_->statistics; }

namespace {
Result take(const Verifier& verifier, Verdict verdict) {
  Result result;
  result.verdict = verdict;
  if (verdict == Verdict::Consistent) result.witness = verifier.witness();
  if (verdict == Verdict::Inconsistent) result.reason = verifier.reason();
  result.statistics = verifier.statistics();
  return result;
}
}  // namespace

Result verify(const Execution& execution, Model model, const Options& options) {
  Verifier verifier;
  return take(verifier, verifier.verify(execution, model, options));
}

Result verify(const Execution& execution, const GoodWrites& good_writes, Model model,
              const Options& options) {
  Verifier verifier;
  return take(verifier, verifier.verify(execution, good_writes, model, options));
}

}  // namespace overtake::consistency
