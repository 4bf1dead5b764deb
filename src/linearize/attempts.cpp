#include "linearize/attempts.h"

#include <algorithm>

namespace overtake::linearize {
namespace {

struct Search {
  Specification& specification;
  const History& history;
  const Criterion criterion;
  const std::optional<std::uint32_t> waiting;
  const std::size_t limit;
  const Precedence before;
  OperationSet returned = 0;
  LinearOrder order = {};
  std::vector<Attempt> found = {};

  void add(Attempt attempt) {
    attempt.order = order;
    if (found.size() < limit) found.push_back(std::move(attempt));
  }

  void from(Specification::State state, OperationSet done) {
    if (found.size() == limit) return;
    if ((done & returned) == returned) return finish(state);
    for (std::size_t i = 0; i < history.operations.size(); ++i) {
      const Operation& o = history.operations[i];
      if (!o.called || (done & only(i)) != 0 || (before[i] & returned & ~done) != 0) continue;
      if (!o.returned && waiting) continue;
      order.push_back(static_cast<std::uint8_t>(i));
      take(state, o, done | only(i));
      order.pop_back();
    }
  }

  void take(Specification::State state, const Operation& o, OperationSet done) {
    const auto& outcomes = specification.after(state, o.call);
    bool fits = false;
    for (const Specification::Outcome& outcome : outcomes) {
      if (outcome.blocks || (o.returned && outcome.result != o.result)) continue;
      fits = true;
      from(outcome.state, done);
    }
    if (fits || !o.returned) return;
    if (outcomes.empty()) return add({.failure = Failure::NoOutcome});
    if (outcomes.front().blocks) return add({.failure = Failure::Blocks});
    add({.failure = Failure::OtherResult, .would = outcomes.front().result});
  }

  // All that returned has its result.
  void finish(Specification::State state) {
    Attempt attempt{.failure =
                        criterion == Criterion::Quiescent ? Failure::Quiet : Failure::EndedBefore};
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t k = i + 1; k < order.size(); ++k) {
        LinearOrder pair{order[i], order[k]};
        if ((history.ended_before[order[i]] & only(order[k])) == 0) continue;
        if (!rules_out(history.operations, history.ended_before, pair, criterion)) continue;
        attempt.first = order[k];
        attempt.second = order[i];
        return add(std::move(attempt));
      }
    if (!waiting) return;
    for (const Specification::Outcome& outcome :
         specification.after(state, history.operations[*waiting].call))
      if (!outcome.blocks) return add({.failure = Failure::DoesNotWait, .would = outcome.result});
  }
};

}  // namespace

std::vector<Attempt> attempts(Specification& specification, const History& history,
                              Criterion criterion, std::optional<std::uint32_t> waiting,
                              std::size_t limit) {
  Search search{specification, history, criterion,
                waiting,       limit,   fixed_order(history.operations, criterion)};
  for (std::size_t i = 0; i < history.operations.size(); ++i)
    if (history.operations[i].returned) search.returned |= only(i);
  search.from(specification.start(), 0);
  return std::move(search.found);
}

}  // namespace overtake::linearize
