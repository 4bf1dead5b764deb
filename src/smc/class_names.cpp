#include "smc/class_names.h"

#include <algorithm>
#include <map>

namespace overtake::smc {

namespace {

// The sum of what `note` adds to the history of each thread for each of its events.
template <class Note>
ClassName sum_of(const CurrentExecution& execution, const Note& note) {
  const Trace& trace = execution.trace();
  ClassSum sum;
  for (std::size_t i = 0; i < execution.threads().size(); ++i) {
    const ThreadId t{i};
    if (!execution.started(t)) continue;
    History h;
    for (std::uint32_t k = 0; k < trace.length(t); ++k) {
      const Position p = trace.position(t, k);
      h.operation(execution.op_of(p));
      note(p, h);
    }
    sum.add(execution.names().identity(t), h);
  }
  return sum.name();
}

void add_source(const CurrentExecution& execution, Position w, History& h) {
  const TraceEvent& e = execution.trace()[w];
  h.source(execution.names().identity(e.thread), e.index);
}

// An epoch's initial value has writers of its own; bytes are told apart only if they differ.
void add_initial_sources(const CurrentExecution& execution, const LocationInfo& location,
                         History& h) {
  const auto& writers = location.writers;
  const bool uniform = std::all_of(writers.begin(), writers.begin() + location.size,
                                   [&](const auto& w) { return w == writers[0]; });
  for (unsigned i = 0; i < (uniform ? 1u : location.size); ++i) {
    if (writers[i].thread.valid())
      h.source(execution.names().identity(writers[i].thread), writers[i].index);
    else
      h.source(0, 0);
  }
}

// Of a read that has one source for each of its bytes; they are told apart only if they differ.
void add_sources_of_bytes(const CurrentExecution& execution, const consistency::ReadParts& parts,
                          History& h) {
  const auto add = [&](EventId w) {
    if (w == kInitialWrite)
      h.source(0, 0);
    else
      add_source(execution, w.value, h);
  };
  const EventId first = parts.front().good.front();
  if (std::ranges::all_of(parts, [&](const auto& part) { return part.good.front() == first; }))
    return add(first);
  for (const consistency::ReadPart& part : parts)
    for (std::uint32_t i = part.begin; i < part.end; ++i) add(part.good.front());
}

}  // namespace

ClassName reads_from_class(const CurrentExecution& execution, const RvfInstance* instance) {
  const Trace& trace = execution.trace();
  return sum_of(execution, [&](Position p, History& h) {
    const TraceEvent& e = trace[p];
    if (e.reads()) {
      if (execution.rules().careful)
        add_sources_of_bytes(execution, instance->parts()[p], h);
      else if (e.source == kInitial)
        add_initial_sources(execution, execution.locations()[e.location], h);
      else
        add_source(execution, e.source, h);
    }
    if (records_result(execution.op_of(p))) h.value(e.written.lo);  // the round of an arrival
    if (e.choices > 1) h.choice(e.choice);
    const exec::Thread& after = execution.threads()[e.thread.index()][e.index + 1];
    if (after.status() == exec::Status::Failed) h.error(after.error().kind);
  });
}

ClassName values_class(const CurrentExecution& execution) {
  const Trace& trace = execution.trace();
  return sum_of(execution, [&](Position p, History& h) {
    const TraceEvent& e = trace[p];
    if (e.choices > 1) h.choice(e.choice);
    if (!e.reads()) return;
    h.value(e.read.lo);
    h.value(e.read.hi);
    h.value(e.read.undefined);
    if (execution.op_of(p).kind == exec::OpKind::Sync && e.source != kInitial)
      add_source(execution, e.source, h);
  });
}

ClassName trace_class(const CurrentExecution& execution, const Witness& run) {
  std::map<Address, std::uint64_t> order;  // by byte
  for (const WitnessStep& s : run) {
    if (!execution.reaches_memory(RunStep(s))) continue;
    const TraceEvent& e = execution.trace()[s.event.value];
    const LocationInfo& info = execution.locations()[e.location];
    const std::uint64_t writer = combine(execution.names().identity(e.thread), e.index);
    for (unsigned i = 0; i < info.size; ++i) {
      std::uint64_t& byte = order[address_of(info.object, info.offset) + i];
      byte = combine(byte, writer);
    }
  }
  ClassName name = reads_from_class(execution, nullptr);
  for (const auto& [byte, stores] : order) {
    name.add(byte);
    name.add(stores);
  }
  return name;
}

}  // namespace overtake::smc
