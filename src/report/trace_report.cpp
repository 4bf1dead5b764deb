#include "report/trace_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "consistency/render.h"
#include "report/edges.h"

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

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

Json event_json(const RecordedTrace& trace, EventId id) {
  const Event& event = trace.execution.events[id.index()];
  const RecordedTrace::Detail& detail = trace.details[id.index()];
  Json json = Json::object();
  json["thread"] = trace.thread_names[event.thread.index()];
  json["op"] = op_name(event);
  json["line"] = detail.line == 0 ? Json() : Json(detail.line);
  json["text"] = trace.text(id);
  if (event.location.valid()) json["variable"] = trace.location_names[event.location.index()];
  if (event.reads() && detail.read) json["read"] = *detail.read;
  if (event.writes() && detail.wrote) json["written"] = *detail.wrote;
  return json;
}

// The witness, step by step, with what it does to the buffers.
class Scheduler {
 public:
  Scheduler(const RecordedTrace& trace, const consistency::Result& result)
      : trace_(trace),
        step_of_(trace.execution.events.size(), memory::kNoStep),
        buffered_(trace.execution.events.size(), false) {
    for (const WitnessStep& step : result.witness)
      if (step.memory_write) buffered_[step.event.index()] = true;
    for (const WitnessStep& step : result.witness) add(step);
  }

  Json schedule = Json::array();
  Edges relations() { return edges(accesses_); }

 private:
  using Buffer = std::vector<std::uint32_t>;  // events

  void add(const WitnessStep& w) {
    const Event& event = trace_.execution.events[w.event.index()];
    const RecordedTrace::Detail& detail = trace_.details[w.event.index()];
    // A store-store fence is no step of its own once it was issued.
    if (w.memory_write && event.kind == EventKind::StoreFence) return;
    const auto at = static_cast<std::uint32_t>(schedule.size());
    if (!w.memory_write) step_of_[w.event.index()] = at;
    Json json = event_json(trace_, w.event);
    json["kind"] = w.memory_write ? "drain" : "step";
    json["file"] = trace_.file;
    json["library"] = false;
    const bool buffers = !w.memory_write && event.writes() && buffered_[w.event.index()];
    Buffer& buffer = buffers_[event.thread.index()];
    Access access{.event = step_of_[w.event.index()]};
    if (w.memory_write) {
      json["text"] = json["text"].get<std::string>() + " reaches memory";
      json["store"] = step_of_[w.event.index()];
      json.erase("read");
      buffer.erase(std::find(buffer.begin(), buffer.end(), w.event.value));
    } else if (event.reads()) {
      const EventId from = trace_.execution.reads_from[w.event.index()];
      json["reads_from"] = from == kInitialWrite ? Json() : Json(step_of_[from.index()]);
      access.reads = true;
      if (from != kInitialWrite) {
        access.reads_from = step_of_[from.index()];
        access.from_own_buffer =
            std::find(buffer.begin(), buffer.end(), from.value) != buffer.end();
      }
      if (access.from_own_buffer) json["from_own_buffer"] = true;
      if (event.kind == EventKind::Read && !access.from_own_buffer && !buffer.empty()) {
        json["overtook"] = Json::array();
        for (std::uint32_t e : buffer) json["overtook"].push_back(step_of_[e]);
      }
    }
    if (buffers) {
      buffer.push_back(w.event.value);
      json.erase("written");
      if (detail.wrote) json["buffered"] = *detail.wrote;
    } else if (event.writes()) {
      access.writes = true;
    }
    if (!buffer.empty()) json["buffer"] = buffer_json(buffer);
    if (event.location.valid()) {
      access.address = event.location.index();
      accesses_.push_back(access);
    }
    schedule.push_back(std::move(json));
  }

  Json buffer_json(const Buffer& buffer) const {
    Json json = Json::array();
    for (std::uint32_t e : buffer) {
      const Event& event = trace_.execution.events[e];
      json.push_back({{"variable", trace_.location_names[event.location.index()]},
                      {"value", trace_.details[e].wrote.value_or(0)},
                      {"step", step_of_[e]}});
    }
    return json;
  }

  const RecordedTrace& trace_;
  std::vector<std::uint32_t> step_of_;  // by event
  std::vector<bool> buffered_;          // by event: it reaches memory in a step of its own
  std::map<std::size_t, Buffer> buffers_;
  std::vector<Access> accesses_;
};

}  // namespace

Json trace_json(const RecordedTrace& trace, const consistency::Result& result, bool order) {
  Json json = consistency::to_json(trace, result, order);
  json["threads"] = trace.thread_names;
  json["events"] = Json::array();
  for (std::size_t e = 0; e < trace.execution.events.size(); ++e)
    json["events"].push_back(event_json(trace, EventId{e}));
  if (result.verdict != consistency::Verdict::Consistent) {
    json["explanation"] = consistency::reason_sentences(trace, result);
    return json;
  }
  Scheduler scheduler(trace, result);
  json["schedule"] = std::move(scheduler.schedule);
  const Edges relations = scheduler.relations();
  json["coherence"] = edges_json(relations.coherence);
  json["from_read"] = edges_json(relations.from_read);
  return json;
}

}  // namespace overtake::report
