#include "smc/execution_view.h"

#include <algorithm>

#include "smc/errors.h"

namespace overtake::smc {

void ExecutionView::describe(Execution& out) const {
  out.events.clear();
  out.reads_from.clear();
  out.order.clear();
  for (auto& t : out.threads) t.clear();
  out.threads.resize(thread_count());
  out.thread_count = static_cast<std::uint32_t>(thread_count());
  out.location_count = static_cast<std::uint32_t>(execution_.locations().size());
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    const Event x = execution_.event_at(p);
    const EventId id = out.add(x);
    if (x.reads() && e.source != kInitial) out.reads_from[id.index()] = EventId{e.source};
    if (e.index == 0 && e.predecessor != kInitial)
      out.order.emplace_back(EventId{e.predecessor}, id);
  }
  for (const auto& [from, to] : trace_.edges())
    if (from != kInitial) out.order.emplace_back(EventId{from}, EventId{to});
}

bool ExecutionView::overlap(LocationId a, LocationId b) const {
  const LocationInfo& x = execution_.locations()[a.value];
  const LocationInfo& y = execution_.locations()[b.value];
  return x.object == y.object && x.offset < y.offset + y.size && y.offset < x.offset + x.size;
}

bool ExecutionView::lifetimes_race() const {
  for (std::size_t i = 0; i < thread_count(); ++i)
    if (execution_.started(ThreadId{i}) &&
        execution_.thread(ThreadId{i}).status() == exec::Status::Failed &&
        is_lifetime_error(execution_.thread(ThreadId{i}).error().kind))
      return true;
  for (Position p = 0; p < trace_.size(); ++p) {
    const SlotId object = execution_.lifetimes().accessed(p);
    for (const auto& [ended, end] : execution_.lifetimes().ended())
      if (ended == object && !trace_.before(p, end)) return true;
  }
  return false;
}

Witness ExecutionView::witness() const {
  Witness out;
  for (const RunStep step : execution_.sigma)
    out.push_back({EventId{step.position()}, step.memory_write()});
  return out;
}

memory::Schedule ExecutionView::schedule_for(const Witness& run) const {
  StepOrder order;
  for (const WitnessStep& s : run) order.push_back(RunStep(s));
  return execution_.schedule_of(order);
}

bool ExecutionView::is_maximal(const Witness& run) const {
  for (std::size_t i = 0; i < thread_count(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t) || !execution_.thread(t).ready() ||
        !may_block(execution_.thread(t).next()))
      continue;
    const exec::Op& op = execution_.thread(t).next();
    const exec::Resolution r = execution_.object_at(op.address, op.size);
    // The last access in memory; a thread that waits has found some write or the initial value.
    for (auto step = run.rbegin(); step != run.rend(); ++step) {
      const TraceEvent& e = trace_[step->event.value];
      const LocationInfo& info = execution_.locations()[e.location];
      if (!execution_.reaches_memory(RunStep(*step))) continue;
      if (info.object != r.slot || info.offset != r.offset || info.size != op.size) continue;
      if (!exec::apply(op, e.written, t).blocked) return false;
      break;
    }
  }
  return true;
}

}  // namespace overtake::smc
