// Realizing (line 22 of algorithm 2): is there a run in which the read obtains one of its good
// writes, and every other read one of its own?
//
// The order that is known satisfies all other reads, and the read is the last event of its thread.
// So it is enough to find a place for it in that order where memory holds a good write. Only if
// there is none, the consistency library is asked, guided by that order (RVF §4.2).
#include <algorithm>

#include "base/stopwatch.h"
#include "smc/rvf_explorer.h"

namespace overtake::smc {

bool RvfExplorer::realize(const Node& node, const Group& group, StepOrder& order) {
  appended_ = true;
  const exec::Op& op = execution_.thread(node.current).next();
  if (node.location == kNowhere || arrives(node.current)) {
    order.assign(node.order.begin(), node.order.end());
    const auto place = place_for(node.current, order);
    // What a section waits for need not come before it in that order.
    unsettled_ = node.current == inside_ && op.kind != exec::OpKind::Choose && place != order.end();
    order.insert(place, RunStep(trace_.size()));
    return true;
  }
  const bool writes = exec::apply(op, group.value, node.current, group.choice).writes;
  const EventKind kind = op.kind == exec::OpKind::Load ? EventKind::Read
                         : writes                      ? EventKind::Rmw
                                                       : EventKind::AtomicRead;
  if (node.current == inside_) return place_in_section(node, group, order);
  if (options_.rvf.guidance && append(node, group, order)) {
    ++statistics_.by_order;
    return true;
  }
  appended_ = false;
  if (options_.rvf.guidance && repair(node, group, kind, order)) {
    ++statistics_.by_order;
    return true;
  }
  const Stopwatch watch(options_.time_split, statistics_.verifying_seconds);
  const bool realizable = verify(node, group, kind, order);
  progress_.note_verdict(verifier_.statistics());
  return realizable;
}

// At the end of the known order memory holds the last write to the location.
bool RvfExplorer::append(const Node& node, const Group& group, StepOrder& order) const {
  if (careful_) return append_torn(node, group, order);
  if (std::ranges::find(group.good, node.last_write[node.location]) == group.good.end())
    return false;
  order.assign(node.order.begin(), node.order.end());
  order.push_back(RunStep(trace_.size()));
  return true;
}

// Places the read into the known order. An operation that writes as well must not come between a
// write and a read of it: it goes to the end, or right before the next write.
bool RvfExplorer::repair(const Node& node, const Group& group, EventKind kind,
                         StepOrder& order) const {
  if (careful_) return repair_torn(node, group, kind, order);
  const ThreadId t = node.current;
  const RunStep before(trace_.last(t));
  const bool first = trace_.last(t) == kInitial;
  const auto size = static_cast<std::uint32_t>(node.order.size());
  std::uint32_t lowest = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    const RunStep step = node.order[i];
    const TraceEvent& e = trace_[step.position()];
    // After its predecessor, and what would keep it from memory.
    const bool drains = step.memory_write() && e.thread == t &&
                        (kind != EventKind::Read || e.location == node.location);
    if ((!first && step == before) || drains) lowest = i + 1;
  }
  bool good = std::ranges::find(group.good, kInitial) != group.good.end();
  for (std::uint32_t i = 0; i <= size; ++i) {
    const bool at_write = i < size && execution_.reaches_memory(node.order[i]) &&
                          trace_[node.order[i].position()].location == node.location;
    if (i >= lowest && good && !splits_section(node.order, i)) {
      const bool fits = kind != EventKind::Rmw || i == size ||
                        (at_write && trace_[node.order[i].position()].kind != EventKind::Rmw);
      if (fits) {
        order.assign(node.order.begin(), node.order.begin() + i);
        order.push_back(RunStep(trace_.size()));
        order.insert(order.end(), node.order.begin() + i, node.order.end());
        return true;
      }
    }
    if (at_write)
      good = std::ranges::find(group.good, node.order[i].position()) != group.good.end();
  }
  return false;
}

bool RvfExplorer::verify(const Node& node, const Group& group, EventKind kind, StepOrder& order) {
  const Position p = trace_.size();
  const Event event{.kind = kind,
                    .drain = execution_.drain_of(execution_.thread(node.current).next()),
                    .thread = node.current,
                    .location = LocationId{node.location}};
  instance_.add(p, event, trace_.last(node.current), group.good, group.parts);
  const bool realizable = ask(node.order, {&p, 1}, order);
  instance_.cut(p);
  return realizable;
}

// Asks about instance_, with `hint` and then the events `at_the_end` as what is tried first.
bool RvfExplorer::ask(const StepOrder& hint, std::span<const Position> at_the_end,
                      StepOrder& order) {
  consistency::Options options;
  options.reason = false;
  if (!options_.rvf.closure) {
    options.algorithm = consistency::Algorithm::Search;
    options.closure = false;
  }
  hint_.clear();
  if (options_.rvf.guidance) {
    for (const RunStep step : hint)
      hint_.push_back({EventId{step.position()}, step.memory_write()});
    for (Position p : at_the_end) hint_.push_back({EventId{p}, false});
  }
  if (careful_) {
    if (!overlaps_.realizable(instance_.events(), cells_.extents(), instance_.parts(),
                              options_.model.base, &hint_))
      return false;
    order.clear();
    for (const WitnessStep& s : overlaps_.witness()) order.push_back(RunStep(s));
    return true;
  }
  const consistency::Verdict verdict = verifier_.verify(instance_.events(), instance_.good_writes(),
                                                        options_.model.base, options, &hint_);
  if (verdict != consistency::Verdict::Consistent) return false;
  order.clear();
  for (const WitnessStep& s : verifier_.witness()) order.push_back(RunStep(s));
  return true;
}

}  // namespace overtake::smc
