#include "linearize/class_runs.h"

#include <algorithm>

namespace overtake::linearize {

void ClassRuns::enter(const Declaration& declaration, const Client& client) {
  read_operations(declaration, client);
  explorer_.execution().describe(execution_);
  events_ = static_cast<std::uint32_t>(execution_.events.size());
  add_marks();
  own_order_ = execution_.order.size();
  run_.clear();
}

void ClassRuns::read_operations(const Declaration& declaration, const Client& client) {
  operations_ = operations_of(declaration, client);
  for (std::size_t i = 0; i < explorer_.execution().thread_count(); ++i) {
    const ThreadId t{i};
    if (!explorer_.execution().has_started(t)) continue;
    const std::uint32_t events = explorer_.execution().event_count(t);
    std::uint32_t k = 0;  // marks come in order
    read_marks(
        t, explorer_.execution().state_after(t, events).marks(), operations_,
        [&](std::size_t mark) {
          while (k < events && explorer_.execution().state_after(t, k).marks().size() <= mark) ++k;
          return k;
        });
  }
}

// A call or return becomes a Local event between two events of its thread.
void ClassRuns::add_marks() {
  calls_.assign(operations_.size(), EventId::none());
  returns_.assign(operations_.size(), EventId::none());
  marks_.clear();
  for (std::size_t i = 0; i < explorer_.execution().thread_count(); ++i) {
    const ThreadId t{i};
    const std::vector<EventId> events = std::move(execution_.threads[i]);
    execution_.threads[i].clear();
    std::vector<std::pair<std::uint32_t, MarkEvent>> at;  // events before it
    for (std::uint32_t o = 0; o < operations_.size(); ++o) {
      if (operations_[o].thread != t || !operations_[o].called) continue;
      at.push_back({operations_[o].begin, {o, false}});
      if (operations_[o].returned) at.push_back({operations_[o].end, {o, true}});
    }
    std::size_t next = 0;
    for (std::size_t k = 0; k <= events.size(); ++k) {
      for (; next < at.size() && at[next].first == k; ++next) {
        const EventId id = execution_.add({.kind = EventKind::Local, .thread = t});
        const MarkEvent& mark = at[next].second;
        (mark.returns ? returns_ : calls_)[mark.operation] = id;
        marks_.push_back(mark);
      }
      if (k < events.size()) execution_.threads[i].push_back(events[k]);
    }
    if (execution_.threads[i].empty() || execution_.threads[i].front().value < events_) continue;
    const EventId spawn = explorer_.execution().started_by(t);
    if (spawn.valid()) execution_.order.emplace_back(spawn, execution_.threads[i].front());
  }
}

// The first step of b is a cause of the last step of a: a cannot have ended before b begins.
bool ClassRuns::refuted_by_causes(std::size_t a, std::size_t b) const {
  const Operation& first = operations_[a];
  const Operation& second = operations_[b];
  if (first.end == 0 || second.begin >= explorer_.execution().event_count(second.thread))
    return false;
  return explorer_.execution().comes_before(second.thread, second.begin, first.thread,
                                            first.end - 1);
}

Candidates ClassRuns::candidates() const {
  const Precedence fixed = fixed_order(operations_, Criterion::Linearizable);
  Candidates pairs{};
  for (std::size_t b = 0; b < operations_.size(); ++b)
    for (std::size_t a = 0; a < operations_.size(); ++a) {
      if (a == b || !returns_[a].valid() || !calls_[b].valid()) continue;
      if ((fixed[a] & only(b)) == 0 && !refuted_by_causes(a, b)) pairs[b] |= only(a);
    }
  return pairs;
}

bool ClassRuns::possible(const Precedence& precedence) {
  execution_.order.resize(own_order_);
  for (std::size_t b = 0; b < operations_.size(); ++b)
    for (std::size_t a = 0; a < operations_.size(); ++a)
      if ((precedence[b] & only(a)) != 0 && !follows(precedence, a, b))
        execution_.order.emplace_back(returns_[a], calls_[b]);
  ++questions_;
  if (!verifier_.realizable(execution_, model_)) return false;
  run_ = verifier_.witness();
  return true;
}

// The order of threads, or two other pairs, say so, too.
bool ClassRuns::follows(const Precedence& p, std::size_t a, std::size_t b) const {
  if (operations_[a].thread == operations_[b].thread) return true;
  for (std::size_t c = 0; c < operations_.size(); ++c)
    if ((p[b] & only(c)) != 0 && (p[c] & only(a)) != 0) return true;
  return false;
}

bool ClassRuns::waits_in(std::size_t operation) const {
  const Operation& o = operations_[operation];
  if (!o.called || o.returned) return false;
  const exec::Thread& t =
      explorer_.execution().state_after(o.thread, explorer_.execution().event_count(o.thread));
  return t.ready() || t.status() == exec::Status::Spinning;
}

Violation ClassRuns::violation() const {
  Violation v;
  v.history.operations = operations_;
  v.names = explorer_.execution().names();
  Witness steps;
  OperationSet ended = 0;
  for (const WitnessStep& s : run_) {
    if (s.event.value < events_) {
      steps.push_back(s);
      v.moments.push_back({});
      continue;
    }
    const MarkEvent& mark = marks_[s.event.value - events_];
    if (mark.returns)
      ended |= only(mark.operation);
    else
      v.history.ended_before[mark.operation] = ended;
    v.moments.push_back({mark.operation, mark.returns});
  }
  v.schedule = explorer_.execution().schedule_for(steps);
  return v;
}

}  // namespace overtake::linearize
