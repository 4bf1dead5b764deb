#include "trace/json_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "trace/positioned_json.h"

namespace overtake {
namespace {

using Json = PositionedJson;
using Kind = PositionedJson::Kind;

struct Operation {
  std::string_view name;
  EventKind kind;
};
constexpr Operation kOperations[] = {
    {"read", EventKind::Read},
    {"write", EventKind::Write},
    {"fence", EventKind::Fence},
    {"store-fence", EventKind::StoreFence},
    {"atomic-read", EventKind::AtomicRead},
    {"atomic-write", EventKind::AtomicWrite},
    {"rmw", EventKind::Rmw},
    {"lock", EventKind::Rmw},
    {"unlock", EventKind::AtomicWrite},
    {"spawn", EventKind::Fence},
    {"join", EventKind::Fence},
    {"local", EventKind::Local},
};

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  std::vector<RecordedTrace> read(const Json& root) {
    std::vector<RecordedTrace> traces;
    const Json* list = &root;
    if (root.kind == Kind::Object && root.find("traces") != nullptr) {
      allow(root, "the file", {"traces"});
      list = root.find("traces");
      if (list->kind != Kind::Array) wrong(*list, "\"traces\"", "an array");
    }
    if (list->kind == Kind::Array) {
      for (const Json& trace : list->items) traces.push_back(read_trace(trace));
    } else {
      traces.push_back(read_trace(root));
    }
    if (traces.empty()) fail(root, "the file holds no trace");
    return traces;
  }

 private:
  [[noreturn]] void fail(const Json& at, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_, at.line, what));
  }
  [[noreturn]] void wrong(const Json& at, std::string_view what, std::string_view expected) const {
    fail(at, fmt::format("{} must be {}, not {}", what, expected, name(at.kind)));
  }
  void allow(const Json& object, std::string_view what,
             std::initializer_list<std::string_view> keys) const {
    for (std::size_t i = 0; i < object.keys.size(); ++i)
      if (std::find(keys.begin(), keys.end(), object.keys[i]) == keys.end())
        fail(object.items[i], fmt::format("{} has no field \"{}\"", what, object.keys[i]));
  }
  const Json& demand(const Json& object, std::string_view key, std::string_view what) const {
    const Json* found = object.find(key);
    if (found == nullptr) fail(object, fmt::format("{} needs a \"{}\"", what, key));
    return *found;
  }
  // Names may be strings or numbers.
  std::string name_of(const Json& json, std::string_view what) const {
    if (json.kind == Kind::String) return json.string;
    if (json.kind == Kind::Integer) return std::to_string(json.integer);
    wrong(json, what, "a string or an integer");
  }
  TraceValue integer(const Json& json, std::string_view what) const {
    if (json.kind != Kind::Integer) wrong(json, what, "an integer");
    return json.integer;
  }
  bool flag(const Json& event, std::string_view key) const {
    const Json* found = event.find(key);
    if (found == nullptr) return false;
    if (found->kind != Kind::Boolean) wrong(*found, fmt::format("\"{}\"", key), "true or false");
    return found->boolean;
  }

  RecordedTrace read_trace(const Json& json) {
    if (json.kind != Kind::Object) wrong(json, "a trace", "an object");
    allow(json, "a trace", {"name", "initial", "threads", "order", "run", "final"});
    trace_ = RecordedTrace{};
    trace_.file = file_;
    trace_.line = json.line;
    locations_.clear();
    threads_.clear();
    ids_.clear();
    sources_.clear();
    spawns_.clear();
    joins_.clear();
    if (const Json* given = json.find("name")) trace_.name = name_of(*given, "\"name\"");
    if (const Json* initial = json.find("initial")) read_initial(*initial);
    const Json& threads = demand(json, "threads", "a trace");
    if (threads.kind != Kind::Array) wrong(threads, "\"threads\"", "an array");
    for (const Json& thread : threads.items) name_thread(thread);
    for (std::uint32_t t = 0; t < threads.items.size(); ++t) read_thread(threads.items[t], t);
    link_sources();
    link_threads();
    if (const Json* order = json.find("order")) read_order(*order);
    if (const Json* run = json.find("run")) read_run(*run);
    if (const Json* finals = json.find("final")) read_final(*finals);
    check_values();
    return std::move(trace_);
  }

  // Where a read is known by its value, every write to the location needs one.
  void check_values() const {
    const auto& events = trace_.execution.events;
    std::vector<bool> by_value(trace_.location_names.size(), false);
    for (std::size_t e = 0; e < events.size(); ++e)
      if (events[e].reads() && !trace_.details[e].from) by_value[events[e].location.index()] = true;
    for (std::size_t e = 0; e < events.size(); ++e) {
      if (!events[e].writes() || trace_.details[e].wrote || !by_value[events[e].location.index()])
        continue;
      throw InputError(fmt::format(
          "{}:{}: this write of \"{}\" needs its value, because a read of it has no \"from\"",
          file_, trace_.details[e].line, trace_.location_names[events[e].location.index()]));
    }
  }

  void read_initial(const Json& json) {
    if (json.kind != Kind::Object) wrong(json, "\"initial\"", "an object");
    for (std::size_t i = 0; i < json.keys.size(); ++i) {
      const LocationId l = location(json.keys[i]);
      trace_.initial[l.index()] = integer(json.items[i], "an initial value");
    }
  }

  void name_thread(const Json& json) {
    const auto index = static_cast<std::uint32_t>(trace_.thread_names.size());
    std::string given = std::to_string(index);
    if (json.kind == Kind::Object) {
      allow(json, "a thread", {"name", "events"});
      if (const Json* found = json.find("name")) given = name_of(*found, "\"name\"");
    } else if (json.kind != Kind::Array) {
      wrong(json, "a thread", "an array of events or an object");
    }
    if (!threads_.emplace(given, index).second)
      fail(json, fmt::format("two threads are called \"{}\"", given));
    trace_.thread_names.push_back(given);
    trace_.execution.threads.emplace_back();
    trace_.execution.thread_count = index + 1;
  }

  void read_thread(const Json& json, std::uint32_t thread) {
    const Json& events = json.kind == Kind::Array ? json : demand(json, "events", "a thread");
    if (events.kind != Kind::Array) wrong(events, "\"events\"", "an array");
    for (const Json& event : events.items) read_event(event, thread);
  }

  LocationId location(const std::string& named) {
    const auto next = static_cast<std::uint32_t>(locations_.size());
    const auto [entry, added] = locations_.emplace(named, next);
    if (added) {
      trace_.location_names.push_back(named);
      trace_.initial.push_back(0);
      trace_.execution.location_count = next + 1;
    }
    return LocationId{entry->second};
  }

  void read_event(const Json& json, std::uint32_t thread) {
    if (json.kind != Kind::Object) wrong(json, "an event", "an object");
    allow(json, "an event",
          {"id", "op", "location", "value", "read", "write", "from", "drain", "buffered", "glued",
           "thread", "note"});
    const std::string op = name_of(demand(json, "op", "an event"), "\"op\"");
    const auto* known = std::find_if(std::begin(kOperations), std::end(kOperations),
                                     [&](const Operation& o) { return o.name == op; });
    if (known == std::end(kOperations))
      fail(*json.find("op"),
           fmt::format("unknown operation \"{}\"; known are read, write, rmw, fence, store-fence, "
                       "atomic-read, atomic-write, lock, unlock, spawn, join, local",
                       op));
    Event event;
    event.kind = known->kind;
    event.thread = ThreadId{thread};
    event.glued = flag(json, "glued");
    event.buffered = flag(json, "buffered");
    if (event.buffered && event.kind != EventKind::Rmw)
      fail(json, "only an rmw can be \"buffered\"");
    RecordedTrace::Detail detail;
    detail.line = json.line;
    if (const Json* note = json.find("note")) detail.note = name_of(*note, "\"note\"");
    const bool accesses = event.reads() || event.writes();
    if (accesses)
      event.location =
          location(name_of(demand(json, "location", "\"" + op + "\""), "\"location\""));
    else if (json.find("location") != nullptr)
      fail(json, fmt::format("\"{}\" has no location", op));
    read_values(json, op, event, detail);
    if (const Json* drain = json.find("drain")) {
      const std::string what = name_of(*drain, "\"drain\"");
      if (what != "all" && what != "location")
        fail(*drain, fmt::format("\"drain\" must be \"all\" or \"location\", not \"{}\"", what));
      if (what == "location") event.drain = Drain::Location;
    }
    const EventId id = trace_.execution.add(event);
    trace_.details.push_back(detail);
    if (const Json* given = json.find("id")) {
      const std::string named = name_of(*given, "\"id\"");
      if (!ids_.emplace(named, id).second)
        fail(*given, fmt::format("two events have the id \"{}\"", named));
    }
    if (const Json* from = json.find("from")) {
      if (!event.reads()) fail(*from, fmt::format("\"{}\" reads nothing, so it has no source", op));
      sources_.push_back({id, from});
    } else if (event.reads() && !detail.read) {
      fail(json, fmt::format("\"{}\" needs the value it read, or \"from\"", op));
    }
    if (op == "spawn" || op == "join") {
      const Json& other = demand(json, "thread", "\"" + op + "\"");
      (op == "spawn" ? spawns_ : joins_).push_back({id, &other});
    } else if (const Json* stray = json.find("thread")) {
      fail(*stray, "only spawn and join name a thread");
    }
  }

  void read_values(const Json& json, const std::string& op, const Event& event,
                   RecordedTrace::Detail& detail) const {
    if (op == "lock") {
      detail.read = 0;
      detail.wrote = 1;
    } else if (op == "unlock") {
      detail.wrote = 0;
    }
    const Json* value = json.find("value");
    const Json* read = json.find("read");
    const Json* write = json.find("write");
    if (value != nullptr && event.reads() && event.writes())
      fail(*value, fmt::format("\"{}\" has two values: say \"read\" and \"write\"", op));
    if (value != nullptr && !event.reads() && !event.writes())
      fail(*value, fmt::format("\"{}\" has no value", op));
    if (read != nullptr && !event.reads()) fail(*read, fmt::format("\"{}\" reads nothing", op));
    if (write != nullptr && !event.writes()) fail(*write, fmt::format("\"{}\" writes nothing", op));
    if (read == nullptr && event.reads() && !event.writes()) read = value;
    if (write == nullptr && event.writes() && !event.reads()) write = value;
    if (read != nullptr) detail.read = integer(*read, "the value read");
    if (write != nullptr) detail.wrote = integer(*write, "the value written");
  }

  // "from": the id of an event, or null or "initial" for the initial value.
  void link_sources() {
    for (const auto& [read, json] : sources_) {
      RecordedTrace::Detail& detail = trace_.details[read.index()];
      if (json->kind == Kind::Null) {
        detail.from = kInitialWrite;
        continue;
      }
      const std::string named = name_of(*json, "\"from\"");
      const auto found = ids_.find(named);
      if (found == ids_.end()) {
        if (named != "initial") fail(*json, fmt::format("no event has the id \"{}\"", named));
        detail.from = kInitialWrite;
        continue;
      }
      const Event& source = trace_.execution.events[found->second.index()];
      if (!source.writes()) fail(*json, fmt::format("\"{}\" does not write", named));
      if (source.location != trace_.execution.events[read.index()].location)
        fail(*json, fmt::format("\"{}\" writes another location", named));
      const auto& wrote = trace_.details[found->second.index()].wrote;
      if (wrote && detail.read && *wrote != *detail.read)
        fail(*json, fmt::format("it reads {}, but \"{}\" writes {}", *detail.read, named, *wrote));
      detail.from = found->second;
    }
  }

  std::uint32_t thread_named(const Json& json) const {
    const std::string named = name_of(json, "\"thread\"");
    const auto found = threads_.find(named);
    if (found == threads_.end()) fail(json, fmt::format("no thread is called \"{}\"", named));
    return found->second;
  }

  // A spawn comes before the first event of the thread, a join after its last one and its buffers.
  void link_threads() {
    Execution& x = trace_.execution;
    for (const auto& [event, json] : spawns_) {
      const std::uint32_t t = thread_named(*json);
      if (ThreadId{t} == x.events[event.index()].thread) fail(*json, "a thread spawns itself");
      if (!x.threads[t].empty()) x.order.push_back({event, x.threads[t].front()});
    }
    std::map<std::uint32_t, EventId> ends;
    for (const auto& [event, json] : joins_) {
      const std::uint32_t t = thread_named(*json);
      if (ThreadId{t} == x.events[event.index()].thread) fail(*json, "a thread joins itself");
      if (ends.find(t) == ends.end()) {
        ends[t] = x.add({.kind = EventKind::Fence, .thread = ThreadId{t}});
        trace_.details.emplace_back();
      }
      x.order.push_back({ends[t], event});
    }
  }

  EventId event_named(const Json& json) const {
    const std::string named = name_of(json, "an id");
    const auto found = ids_.find(named);
    if (found == ids_.end()) fail(json, fmt::format("no event has the id \"{}\"", named));
    return found->second;
  }

  void read_order(const Json& json) {
    if (json.kind != Kind::Array) wrong(json, "\"order\"", "an array of pairs");
    for (const Json& pair : json.items) {
      if (pair.kind != Kind::Array || pair.items.size() != 2)
        fail(pair, "an order edge is a pair of ids: [before, after]");
      trace_.execution.order.push_back({event_named(pair.items[0]), event_named(pair.items[1])});
    }
  }

  // Every event once; what the trace implies (ends of threads that are joined) is left out of it.
  void read_run(const Json& json) {
    if (json.kind != Kind::Array) wrong(json, "\"run\"", "an array of ids");
    if (!joins_.empty()) fail(json, "a trace with \"join\" has no \"run\"; say it with \"order\"");
    std::vector<bool> seen(trace_.execution.events.size(), false);
    for (const Json& item : json.items) {
      const EventId event = event_named(item);
      if (seen[event.index()]) fail(item, "an event happens twice in \"run\"");
      seen[event.index()] = true;
      trace_.run.push_back(event);
    }
    if (trace_.run.size() != trace_.execution.events.size())
      fail(json, "\"run\" has not all events, or some have no id");
  }

  void read_final(const Json& json) {
    if (json.kind != Kind::Object) wrong(json, "\"final\"", "an object");
    std::vector<FinalValue> finals;
    for (std::size_t i = 0; i < json.keys.size(); ++i)
      finals.push_back(
          {location(json.keys[i]), integer(json.items[i], "a final value"), json.items[i].line});
    add_final_values(trace_, finals);
  }

  const std::string& file_;
  RecordedTrace trace_;
  std::map<std::string, std::uint32_t> locations_, threads_;
  std::map<std::string, EventId> ids_;
  std::vector<std::pair<EventId, const Json*>> sources_, spawns_, joins_;
};

}  // namespace

std::vector<RecordedTrace> read_json_traces(std::string_view text, const std::string& file) {
  return Reader(file).read(parse_positioned_json(text, file));
}

std::string to_json_trace(const Execution& execution, std::string_view name) {
  using nlohmann::ordered_json;
  ordered_json json;
  json["name"] = name;
  json["threads"] = ordered_json::array();
  for (const auto& thread : execution.threads) {
    ordered_json events = ordered_json::array();
    for (EventId id : thread) {
      const Event& event = execution.events[id.index()];
      ordered_json one;
      one["id"] = id.value;
      for (const Operation& operation : kOperations) {
        if (operation.kind != event.kind) continue;
        one["op"] = operation.name;
        break;
      }
      if (event.location.valid()) one["location"] = event.location.value;
      if (event.reads()) {
        const EventId from = execution.reads_from[id.index()];
        if (from == kInitialWrite)
          one["from"] = nullptr;
        else
          one["from"] = from.value;
      }
      if (event.drain == Drain::Location) one["drain"] = "location";
      if (event.buffered) one["buffered"] = true;
      if (event.glued) one["glued"] = true;
      events.push_back(std::move(one));
    }
    json["threads"].push_back(std::move(events));
  }
  if (!execution.order.empty()) {
    json["order"] = ordered_json::array();
    for (auto [before, after] : execution.order)
      json["order"].push_back({before.value, after.value});
  }
  return json.dump();
}

}  // namespace overtake
