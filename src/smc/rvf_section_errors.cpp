#include "smc/rvf_section_errors.h"

#include <algorithm>
#include <utility>

namespace overtake::smc {

using exec::Status;

void RvfSectionErrors::judge_before_sections() {
  endings_.errors().set_counts(false);
  const bool may_fail = lifetimes_.judge();
  if (may_fail && races_ != nullptr && !progress_.stopped()) races_->check();
  for (std::size_t i = 0; i < threads_.size() && may_fail; ++i) {
    const ThreadId t{i};
    if (execution_.started(t) && execution_.thread(t).status() == Status::Failed)
      endings_.report(execution_.thread(t).error(), t, {});
  }
  endings_.errors().set_counts(true);
}

void RvfSectionErrors::judge_cut_short(ThreadId t) {
  judge_inside(t);
  if (execution_.thread(t).status() == Status::Spinning) report_stuck(t, trace_.last(t), {});
}

void RvfSectionErrors::judge_waiting(const RvfNode& node, const RvfGroup& group) {
  const ThreadId t = node.current;
  execution_.sigma.assign(node.order.begin(), node.order.end());
  if (trace_.last(t) != kInitial) judge_inside(t);
  if (progress_.stopped()) return;
  if (node.location == RvfPending::kNowhere)
    return report_stuck(t, trace_.last(t),
                        execution_.can_run(t) ? sections_.awaited(t) : std::vector<Position>{});
  const Position p = trace_.size();
  const Event looks{.kind = EventKind::AtomicRead,
                    .drain = Drain::All,
                    .thread = t,
                    .location = LocationId{node.location}};
  instance_.add(p, looks, trace_.last(t), group.good, group.parts);
  report_stuck(t, p, {});
  instance_.cut(p);
}

// Nothing that others do depends on the section, so what goes wrong elsewhere does so if it is not
// entered. Its own events, and those before them, are a run; those of others that come after it are
// none.
void RvfSectionErrors::judge_inside(ThreadId t) {
  std::vector<Position> events;
  for (Position p = trace_.last(t); p != kInitial && trace_[p].thread == t && trace_[p].glued;
       p = trace_[p].predecessor)
    events.push_back(p);
  endings_.errors().set_counts(false);
  for (const auto& [object, f] : ended_) {
    for (const Position p : events) {
      if (trace_[f].thread == t || progress_.stopped()) break;
      const bool twice = std::ranges::find(ended_, std::pair{object, p}) != ended_.end();
      if (twice || execution_.lifetimes().accessed(p) == object)
        lifetimes_.judge_after_free(p, object, twice, f);
    }
  }
  endings_.errors().set_counts(true);
  if (races_ != nullptr && !progress_.stopped()) judge_races_inside(events);
}

// Of the section's events with those of others.
void RvfSectionErrors::judge_races_inside(std::span<const Position> events) {
  StepOrder& sigma = execution_.sigma;
  const StepOrder known = sigma;
  const auto in_section = [&](Position p) { return std::ranges::find(events, p) != events.end(); };
  races_->check([&](Position a, Position b) {
    if (in_section(a)) std::swap(a, b);
    if (in_section(a) || !in_section(b)) return false;
    const RvfRuns::Edge other_first{a, b};
    if (!runs_.find_with({&other_first, 1}, sigma)) return false;
    const auto place = std::ranges::find(sigma, RunStep(b)) - sigma.begin();
    const RvfLifetimes::Violation violation = lifetimes_.first_violation(sigma);
    return violation.steps == 0 || static_cast<std::ptrdiff_t>(violation.steps) > place + 1;
  });
  sigma = known;
}

// A thread that t has spawned in the section that it is in, and that fails before its first
// operation: local steps are none, so it does not wait for the end of the section.
ThreadId RvfSectionErrors::failed_inside(ThreadId t) const {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId other{i};
    if (!execution_.started(other) || execution_.thread(other).status() != Status::Failed ||
        trace_.length(other) != 0)
      continue;
    for (Position p = trace_.last(t); p != kInitial && trace_[p].thread == t && trace_[p].glued;
         p = trace_[p].predecessor)
      if (p == trace_.spawn(other)) return other;
  }
  return ThreadId::none();
}

// Before what stopped other threads, and with the objects that others end still alive: an access
// that comes too late is another error (judge_inside).
std::vector<RvfRuns::Edge> RvfSectionErrors::edges_of_stuck(ThreadId t, Position from,
                                                            ThreadId failed) const {
  std::vector<RvfRuns::Edge> edges;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId other{i};
    if (other == t || other == failed || !execution_.started(other)) continue;
    const Status status = execution_.thread(other).status();
    if (status != Status::Ready && status != Status::Ended && status != Status::Spinning)
      edges.emplace_back(from, trace_.last(other));
  }
  for (const auto& [object, f, p] : execution_.lifetimes().races())
    if (trace_[f].thread != t || !trace_[f].glued) edges.emplace_back(p, f);
  return edges;
}

// The section of t comes to `from`, where it waits, and before one of the events that it waits for
// if there are any.
void RvfSectionErrors::report_stuck(ThreadId t, Position from, std::span<const Position> awaited) {
  const ThreadId failed = failed_inside(t);
  const ThreadId to_blame = failed.valid() ? failed : t;
  const exec::Thread& thread = execution_.thread(to_blame);
  const bool hangs = thread.status() == Status::Spinning || is_await(thread.next());
  const auto error =
      failed.valid()
          ? thread.error()
          : *memory::stuck_error(thread, hangs ? memory::Ending::Hang : memory::Ending::Deadlock);
  endings_.errors().set_counts(false);
  const bool known = endings_.errors().count_again(error, thread);
  std::vector<RvfRuns::Edge> edges = edges_of_stuck(t, from, failed);
  StepOrder order;
  bool found = false;
  if (!known && awaited.empty()) found = runs_.find_with(edges, order);
  for (std::size_t i = 0; i < awaited.size() && !known && !found; ++i) {
    edges.emplace_back(from, awaited[i]);
    found = runs_.find_with(edges, order);
    edges.pop_back();
  }
  if (found) {
    const auto last = std::ranges::find(order, RunStep(trace_.last(t)));
    order.erase(last + 1, order.end());
    if (lifetimes_.first_violation(order).steps == 0)
      endings_.report(error, to_blame, execution_.schedule_of(order));
  }
  endings_.errors().set_counts(true);
}

}  // namespace overtake::smc
