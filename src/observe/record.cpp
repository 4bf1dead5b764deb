#include "observe/record.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "observe/part.h"
#include "report/observe_words.h"

namespace overtake::observe {
namespace {

using Json = nlohmann::ordered_json;

std::string_view op_name(overtake::EventKind kind) {
  switch (kind) {
    case overtake::EventKind::Read:
      return "read";
    case overtake::EventKind::Write:
      return "write";
    case overtake::EventKind::Fence:
      return "fence";
    case overtake::EventKind::StoreFence:
      return "store-fence";
    case overtake::EventKind::AtomicRead:
      return "atomic-read";
    case overtake::EventKind::AtomicWrite:
      return "atomic-write";
    case overtake::EventKind::Rmw:
      return "rmw";
    case overtake::EventKind::Local:
      return "local";
  }
  return "?";
}

// By window event: which of the violation's events it is. They are listed as they come first.
std::map<std::uint32_t, std::uint32_t> event_index(const Judged& judged) {
  std::map<std::uint32_t, std::uint32_t> out;
  for (std::uint32_t w : judged.part.window)
    out.try_emplace(w, static_cast<std::uint32_t>(out.size()));
  return out;
}

class TraceWriter {
 public:
  TraceWriter(const Judged& judged, const Violation& violation)
      : judged_(judged), violation_(violation), index_(event_index(judged)) {}

  Json write(const std::vector<EventId>& sources, std::string_view title) {
    const Execution& x = judged_.part.execution;
    name_locations();
    Json json;
    json["name"] = title;
    json["threads"] = Json::array();
    for (const auto& thread : x.threads) {
      Json events = Json::array();
      for (EventId id : thread) events.push_back(event_json(id, sources));
      const std::string name =
          thread.empty() ? "?" : violation_.threads[of(thread.front()).thread].name;
      json["threads"].push_back({{"name", name}, {"events", std::move(events)}});
    }
    for (const auto& [before, after] : x.order)
      json["order"].push_back({before.value, after.value});
    return json;
  }

 private:
  const ObservedEvent& of(EventId id) const {
    return violation_.events[index_.at(judged_.part.window[id.index()])];
  }

  // A variable's name, or the address where accesses divide it.
  void name_locations() {
    std::map<std::uint64_t, std::string> known;
    for (const ObservedEvent& e : violation_.events)
      if (e.size != 0) known.emplace(e.address, e.variable);
    std::set<std::string> used;
    for (const Bytes& b : judged_.part.locations) {
      const auto at = known.find(b.begin);
      std::string name = at != known.end() ? at->second : fmt::format("0x{:x}", b.begin);
      if (!used.insert(name).second) name = fmt::format("0x{:x}", b.begin);
      locations_.push_back(std::move(name));
    }
  }

  Json event_json(EventId id, const std::vector<EventId>& sources) const {
    const Event& e = judged_.part.execution.events[id.index()];
    Json json;
    json["id"] = id.value;
    json["op"] = op_name(e.kind);
    if (e.location.valid()) json["location"] = locations_[e.location.index()];
    if (e.reads()) {
      const EventId from = sources[id.index()];
      json["from"] = from == kInitialWrite ? Json() : Json(from.value);
    }
    if (const Stack& stack = of(id).stack; !stack.empty()) {
      const SourceFrame& f = report::own_frame(stack);
      if (!f.file.empty()) json["note"] = fmt::format("{}:{} {}", f.file, f.line, f.function);
    }
    return json;
  }

  const Judged& judged_;
  const Violation& violation_;
  const std::map<std::uint32_t, std::uint32_t> index_;
  std::vector<std::string> locations_;
};

}  // namespace

std::string observed_trace(const Judged& judged, const Violation& violation) {
  Json json = TraceWriter(judged, violation).write(judged.part.execution.reads_from, "observed");
  json["run"] = Json::array();
  for (std::size_t i = 0; i < judged.part.execution.events.size(); ++i) json["run"].push_back(i);
  return json.dump();
}

std::string weak_trace(const Judged& judged, const Violation& violation) {
  const std::string title = judged.model == Model::TSO ? "under TSO" : "under PSO";
  return TraceWriter(judged, violation).write(judged.obtained, title).dump();
}

}  // namespace overtake::observe
