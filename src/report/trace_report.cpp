#include "report/trace_report.h"

#include <algorithm>
#include <map>

#include "report/edges.h"
#include "report/trace_words.h"

namespace overtake::report {
namespace {

std::string_view op_name(const Event& event) {
  switch (event.kind) {
    case EventKind::Read:
      return "load";
    case EventKind::Write:
      return "store";
    case EventKind::Fence:
      return "fence";
    case EventKind::StoreFence:
      return "store-fence";
    case EventKind::AtomicRead:
      return "cas";
    case EventKind::AtomicWrite:
    case EventKind::Rmw:
      return "rmw";
    case EventKind::Local:
      return "local";
  }
  return "?";
}

TraceEvent make_event(const RecordedTrace& trace, EventId id) {
  const Event& event = trace.execution.events[id.index()];
  const RecordedTrace::Detail& detail = trace.details[id.index()];
  TraceEvent e{.thread = trace.thread_names[event.thread.index()],
               .op = std::string(op_name(event)),
               .line = detail.line,
               .text = trace.text(id)};
  if (event.location.valid()) e.variable = trace.location_names[event.location.index()];
  if (event.reads() && detail.read) e.read = *detail.read;
  if (event.writes() && detail.wrote) e.written = *detail.wrote;
  return e;
}

TraceStep make_step(const RecordedTrace& trace, const WitnessStep& step) {
  const Event& event = trace.execution.events[step.event.index()];
  const RecordedTrace::Detail& detail = trace.details[step.event.index()];
  return {.event = step.event.value,
          .line = detail.line,
          .thread = trace.thread_names[event.thread.index()],
          .text = trace.text(step.event),
          .memory_write = step.memory_write,
          .store_fence = event.kind == EventKind::StoreFence,
          .final_value = detail.final_value};
}

// The text of a read that a reason names; empty if it names none.
std::string read_text(const RecordedTrace& trace, EventId read) {
  return read.valid() ? step_text(make_step(trace, {read, false})) : std::string();
}

TraceReason make_reason(const RecordedTrace& trace, const consistency::Reason& reason) {
  TraceReason r{.rule = std::string(name(reason.rule))};
  if (reason.read.valid()) r.read = make_step(trace, {reason.read, false});
  for (const consistency::ReasonEdge& edge : reason.cycle)
    r.cycle.push_back({.from = make_step(trace, edge.from),
                       .to = make_step(trace, edge.to),
                       .rule = std::string(name(edge.rule)),
                       .text = because(edge.rule, read_text(trace, edge.read)),
                       .read = edge.read.valid() ? edge.read.value : kNone});
  return r;
}

// The witness, step by step, with what it does to the buffers.
class Scheduler {
 public:
  Scheduler(const RecordedTrace& trace, const consistency::Result& result)
      : trace_(trace),
        step_of_(trace.execution.events.size(), kNone),
        buffered_(trace.execution.events.size(), false) {
    for (const WitnessStep& step : result.witness)
      if (step.memory_write) buffered_[step.event.index()] = true;
    for (const WitnessStep& step : result.witness) add(step);
  }

  std::vector<Step> schedule;
  Edges relations() { return edges(accesses_); }

 private:
  using Buffer = std::vector<std::uint32_t>;  // events

  void add(const WitnessStep& w) {
    const Event& event = trace_.execution.events[w.event.index()];
    // A store-store fence is no step of its own once it was issued.
    if (w.memory_write && event.kind == EventKind::StoreFence) return;
    const auto at = static_cast<std::uint32_t>(schedule.size());
    if (!w.memory_write) step_of_[w.event.index()] = at;
    const TraceEvent e = make_event(trace_, w.event);
    Step step{.thread = e.thread,
              .drain = w.memory_write,
              .op = e.op,
              .place = {trace_.file, e.line},
              .text = e.text,
              .variable = e.variable,
              .read = e.read,
              .written = e.written};
    const bool buffers = !w.memory_write && event.writes() && buffered_[w.event.index()];
    Buffer& buffer = buffers_[event.thread.index()];
    MemoryAccess access{.event = step_of_[w.event.index()]};
    if (w.memory_write) {
      step.text += " reaches memory";
      step.store = step_of_[w.event.index()];
      step.read.reset();
      buffer.erase(std::find(buffer.begin(), buffer.end(), w.event.value));
    } else if (event.reads()) {
      add_read(w.event, event, buffer, step, access);
    }
    if (buffers) {
      buffer.push_back(w.event.value);
      step.written.reset();
      step.buffered = e.written;
    } else if (event.writes()) {
      access.writes = true;
    }
    step.buffer = stores_of(buffer);
    if (event.location.valid()) {
      access.address = event.location.index();
      accesses_.push_back(access);
    }
    schedule.push_back(std::move(step));
  }

  void add_read(EventId id, const Event& event, const Buffer& buffer, Step& step,
                MemoryAccess& access) const {
    const EventId from = trace_.execution.reads_from[id.index()];
    step.reads = access.reads = true;
    if (from != kInitialWrite) {
      step.reads_from = access.reads_from = step_of_[from.index()];
      access.from_own_buffer = std::find(buffer.begin(), buffer.end(), from.value) != buffer.end();
    }
    step.from_own_buffer = access.from_own_buffer;
    if (event.kind == EventKind::Read && !access.from_own_buffer)
      for (std::uint32_t e : buffer) step.overtook.push_back(step_of_[e]);
  }

  std::vector<BufferedStore> stores_of(const Buffer& buffer) const {
    std::vector<BufferedStore> stores;
    for (std::uint32_t e : buffer) {
      const Event& event = trace_.execution.events[e];
      stores.push_back({trace_.location_names[event.location.index()],
                        trace_.details[e].wrote.value_or(0), step_of_[e]});
    }
    return stores;
  }

  const RecordedTrace& trace_;
  std::vector<std::uint32_t> step_of_;  // by event
  std::vector<bool> buffered_;          // by event: it reaches memory in a step of its own
  std::map<std::size_t, Buffer> buffers_;
  std::vector<MemoryAccess> accesses_;
};

TraceVerdict verdict_of(consistency::Verdict verdict) {
  switch (verdict) {
    case consistency::Verdict::Consistent:
      return TraceVerdict::Consistent;
    case consistency::Verdict::Inconsistent:
      return TraceVerdict::Inconsistent;
    case consistency::Verdict::Unknown:
      return TraceVerdict::Unknown;
  }
  return TraceVerdict::Unknown;
}

}  // namespace

TraceResult make_trace(const RecordedTrace& trace, const consistency::Result& result,
                       const TraceParts& parts) {
  TraceResult t{
      .place = {trace.file, trace.line}, .name = trace.name, .verdict = verdict_of(result.verdict)};
  const bool consistent = t.verdict == TraceVerdict::Consistent;
  if (consistent && parts.order) {
    t.witness.emplace();
    for (const WitnessStep& step : result.witness) t.witness->push_back(make_step(trace, step));
  }
  if (t.verdict == TraceVerdict::Inconsistent) {
    t.reason = make_reason(trace, result.reason);
    t.explanation = reason_sentences(result.reason, read_text(trace, result.reason.read));
  }
  if (!parts.execution) return t;
  t.run.threads = trace.thread_names;
  for (std::size_t e = 0; e < trace.execution.events.size(); ++e)
    t.events.push_back(make_event(trace, EventId{e}));
  if (!consistent) return t;
  Scheduler scheduler(trace, result);
  t.run.schedule = std::move(scheduler.schedule);
  Edges relations = scheduler.relations();
  t.run.coherence = std::move(relations.coherence);
  t.run.from_read = std::move(relations.from_read);
  return t;
}

}  // namespace overtake::report
