// What others may ask about the execution that the exploration is at.
#include <algorithm>
#include <map>

#include "smc/rf_explorer.h"

namespace overtake::smc {

void RfExplorer::describe(Execution& out) const {
  out.events.clear();
  out.reads_from.clear();
  out.order.clear();
  for (auto& t : out.threads) t.clear();
  out.threads.resize(threads_.size());
  out.thread_count = static_cast<std::uint32_t>(threads_.size());
  out.location_count = static_cast<std::uint32_t>(locations_.size());
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

bool RfExplorer::overlap(LocationId a, LocationId b) const {
  const LocationInfo& x = locations_[a.value];
  const LocationInfo& y = locations_[b.value];
  return x.object == y.object && x.offset < y.offset + y.size && y.offset < x.offset + x.size;
}

bool RfExplorer::lifetimes_race() const {
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (execution_.started(ThreadId{i}) &&
        execution_.thread(ThreadId{i}).status() == exec::Status::Failed &&
        is_lifetime_error(execution_.thread(ThreadId{i}).error().kind))
      return true;
  for (Position p = 0; p < trace_.size(); ++p) {
    const SlotId object = execution_.accessed(p);
    for (const auto& [ended, end] : ended_)
      if (ended == object && !trace_.before(p, end)) return true;
  }
  return false;
}

Witness RfExplorer::witness() const {
  Witness out;
  for (const RunStep step : sigma_) out.push_back({EventId{step.position()}, step.memory_write()});
  return out;
}

memory::Schedule RfExplorer::schedule_for(const Witness& run) const {
  StepOrder order;
  for (const WitnessStep& s : run) order.push_back(RunStep(s));
  return execution_.schedule_of(order);
}

bool RfExplorer::is_maximal(const Witness& run) const {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t) || !execution_.thread(t).ready() ||
        !may_block(execution_.thread(t).next()))
      continue;
    const exec::Op& op = execution_.thread(t).next();
    const exec::Resolution r = execution_.object_at(op.address, op.size);
    // The last access in memory; a thread that waits has found some write or the initial value.
    for (auto step = run.rbegin(); step != run.rend(); ++step) {
      const TraceEvent& e = trace_[step->event.value];
      const LocationInfo& info = locations_[e.location];
      if (!execution_.reaches_memory(RunStep(*step))) continue;
      if (info.object != r.slot || info.offset != r.offset || info.size != op.size) continue;
      if (!exec::apply(op, e.written, t).blocked) return false;
      break;
    }
  }
  return true;
}

ClassName RfExplorer::trace_name(const Witness& run) const {
  std::map<Address, std::uint64_t> order;  // by byte
  for (const WitnessStep& s : run) {
    if (!execution_.reaches_memory(RunStep(s))) continue;
    const TraceEvent& e = trace_[s.event.value];
    const LocationInfo& info = locations_[e.location];
    const std::uint64_t writer = combine(names_.identity(e.thread), e.index);
    for (unsigned i = 0; i < info.size; ++i) {
      std::uint64_t& byte = order[address_of(info.object, info.offset) + i];
      byte = combine(byte, writer);
    }
  }
  ClassName name = class_name();
  for (const auto& [byte, stores] : order) {
    name.add(byte);
    name.add(stores);
  }
  return name;
}

}  // namespace overtake::smc
