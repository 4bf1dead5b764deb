#include "observe/document.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "observe/text.h"

namespace overtake::observe {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNewValue = "new";  // values are not recorded

Json place_json(const Stack& stack) {
  Json json = Json::object();
  const SourceFrame* f = stack.empty() ? nullptr : &own_frame(stack);
  const bool known = f != nullptr && !f->file.empty();
  json["file"] = known ? Json(f->file) : Json();
  json["line"] = known ? Json(f->line) : Json();
  if (known && f->column != 0) json["column"] = f->column;
  return json;
}

Json stack_json(const Stack& stack) {
  Json json = Json::array();
  for (const SourceFrame& f : stack) {
    Json one = {{"function", f.function.empty() ? Json() : Json(f.function)},
                {"file", f.file.empty() ? Json() : Json(f.file)},
                {"line", f.file.empty() ? Json() : Json(f.line)}};
    if (f.column != 0) one["column"] = f.column;
    one["module"] = f.module;
    one["offset"] = f.offset;
    one["inlined"] = f.inlined;
    json.push_back(std::move(one));
  }
  return json;
}

Json event_json(const ObservedEvent& e, const std::vector<ObservedThread>& threads) {
  Json json = place_json(e.stack);
  json["thread"] = threads[e.thread].name;
  json["op"] = e.op;
  if (e.size != 0) {
    json["variable"] = e.variable;
    json["address"] = fmt::format("0x{:x}", e.address);
    json["size"] = e.size;
  }
  json["stack"] = stack_json(e.stack);
  return json;
}

bool is_store(const ObservedEvent& e) { return e.op == "store" || e.op == "atomic-store"; }

// The run of the weak machine in the shape of every other counterexample.
class Schedule {
 public:
  explicit Schedule(const Violation& v) : v_(v) {
    for (std::size_t i = 0; i < v.run.size(); ++i) add(i);
  }

  Json steps = Json::array();
  std::uint32_t delayed = 0;
  std::uint32_t overtaking = 0;
  std::map<std::uint32_t, std::uint32_t> step_of;  // by event

 private:
  void add(std::size_t i) {
    const Step& s = v_.run[i];
    const ObservedEvent& e = v_.events[s.event];
    auto& buffer = buffers_[e.thread];
    const auto at = static_cast<std::uint32_t>(steps.size());
    Json json = place_json(e.stack);
    json["thread"] = v_.threads[e.thread].name;
    json["kind"] = s.reaches_memory ? "drain" : "step";
    json["op"] = e.op;
    json["library"] = false;
    json["text"] = s.reaches_memory ? fmt::format("{} reaches memory", e.variable) : event_text(e);
    if (e.size != 0) json["variable"] = e.variable;
    if (s.reaches_memory) {
      json["store"] = step_of.at(s.event);
      json["written"] = kNewValue;
      std::erase(buffer, s.event);
    } else {
      step_of.emplace(s.event, at);
      if (s.event == v_.delayed) delayed = at;
      if (s.event == v_.overtaking) overtaking = at;
      if (is_store(e)) {
        json["buffered"] = kNewValue;
        buffer.push_back(s.event);
      } else if (e.op == "load" || e.op == "atomic-load") {
        for (std::uint32_t held : buffer)
          if (v_.events[held].variable != e.variable) json["overtook"].push_back(step_of.at(held));
      }
    }
    for (std::uint32_t held : buffer)
      json["buffer"].push_back({{"variable", v_.events[held].variable},
                                {"value", kNewValue},
                                {"step", step_of.at(held)}});
    steps.push_back(std::move(json));
  }

  const Violation& v_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> buffers_;  // by thread: events
};

Json threads_json(const std::vector<ObservedThread>& threads) {
  Json json = Json::array();
  for (const ObservedThread& t : threads) json.push_back(t.name);
  return json;
}

Json started_json(const std::vector<ObservedThread>& threads) {
  Json json = Json::array();
  for (const ObservedThread& t : threads) {
    Json one = {{"thread", t.name}};
    if (!t.called.empty()) one["called"] = t.called;
    one["stack"] = stack_json(t.created);
    json.push_back(std::move(one));
  }
  return json;
}

std::string step_text(const Violation& v, std::uint32_t event) {
  const ObservedEvent& e = v.events[event];
  const SourceFrame* f = e.stack.empty() ? nullptr : &own_frame(e.stack);
  const std::string place =
      f != nullptr && !f->file.empty() ? fmt::format(" at {}:{}", f->file, f->line) : "";
  return fmt::format("{}{}: {}", v.threads[e.thread].name, place, event_text(e));
}

Json violation_json(const Violation& v) {
  const ObservedEvent& delayed = v.events[v.delayed];
  const ObservedEvent& overtaking = v.events[v.overtaking];
  Json json = place_json(delayed.stack);
  json["kind"] = "violation";
  json["message"] = fmt::format("the {} is delayed past the {}", short_text(delayed, {}),
                                short_text(overtaking, {}));
  json["models"] = v.model == Model::TSO ? Json::array({"tso", "pso"}) : Json::array({"pso"});
  json["count"] = v.count;
  json["runs"] = v.runs;
  json["seed"] = v.seed;
  json["same_reads_under_sc"] = v.same_reads_under_sc == ScVerdict::Unknown
                                    ? Json()
                                    : Json(v.same_reads_under_sc == ScVerdict::Yes);
  json["delayed"] = event_json(delayed, v.threads);
  json["overtaking"] = event_json(overtaking, v.threads);
  Schedule schedule(v);
  json["path"] = Json::array();
  json["explanation"] = Json::array();
  for (const CycleStep& s : v.cycle) {
    Json step = event_json(v.events[s.event], v.threads);
    step["edge"] = name(s.edge);
    if (const auto at = schedule.step_of.find(s.event); at != schedule.step_of.end())
      step["step"] = at->second;
    json["path"].push_back(std::move(step));
    json["explanation"].push_back(fmt::format("{}, {}", step_text(v, s.event), because(s.edge)));
  }
  json["explanation"].push_back(step_text(v, v.delayed));
  json["threads"] = threads_json(v.threads);
  json["started"] = started_json(v.threads);
  json["schedule"] = std::move(schedule.steps);
  json["missed"] = {
      {{"read", schedule.overtaking}, {"store", schedule.delayed}, {"overtaking_store", nullptr}}};
  json["trace"] = Json::parse(v.trace);
  json["weak_trace"] = Json::parse(v.weak_trace);
  return json;
}

Json race_json(const RaceFound& r) {
  Json json = place_json(r.second.stack);
  json["kind"] = "race";
  json["message"] =
      fmt::format("data race: {} and {}", short_text(r.first, {}), short_text(r.second, {}));
  json["count"] = r.count;
  json["runs"] = r.runs;
  json["seed"] = r.seed;
  json["first"] = event_json(r.first, r.threads);
  json["second"] = event_json(r.second, r.threads);
  json["threads"] = threads_json(r.threads);
  json["started"] = started_json(r.threads);
  return json;
}

Json deadlock_json(const DeadlockFound& d) {
  Json json = place_json(d.waiting.empty() ? Stack{} : d.waiting.front().stack);
  json["kind"] = "deadlock";
  json["message"] = fmt::format("deadlock of {} threads", d.waiting.size());
  json["runs"] = d.runs;
  json["seed"] = d.seed;
  json["waiting"] = Json::array();
  for (const WaitFound& w : d.waiting) {
    Json one = place_json(w.stack);
    one["thread"] = w.thread;
    one["op"] = w.what;
    one["variable"] = w.variable;
    one["owner"] = w.owner.empty() ? Json() : Json(w.owner);
    one["stack"] = stack_json(w.stack);
    json["waiting"].push_back(std::move(one));
  }
  return json;
}

Json crash_json(const CrashFound& c) {
  Json json = place_json(c.stack);
  json["kind"] = "crash";
  json["message"] = fmt::format("the program died of signal {}", c.signal);
  json["signal"] = c.signal;
  json["thread"] = c.thread;
  json["runs"] = c.runs;
  json["seed"] = c.seed;
  json["stack"] = stack_json(c.stack);
  return json;
}

std::string_view name(RunEnd end) {
  switch (end) {
    case RunEnd::Exited:
      return "exited";
    case RunEnd::Signalled:
      return "signalled";
    case RunEnd::TimedOut:
      return "timed-out";
    case RunEnd::NotStarted:
      return "not-started";
  }
  return "?";
}

Json run_json(const RunSummary& r) {
  return {{"seed", r.seed},
          {"end", name(r.end)},
          {"code", r.code},
          {"processes", r.processes},
          {"threads", r.threads},
          {"events", r.events},
          {"switches", r.switches},
          {"preemptions", r.preemptions},
          {"seconds", r.seconds},
          {"cpu_seconds", r.cpu_seconds},
          {"peak_memory_bytes", r.peak_memory_bytes}};
}

}  // namespace

Json to_json(const Result& result, const std::string& version) {
  Json json;
  json["command"] = "observe";
  json["version"] = version;
  json["input"] = result.command;
  json["verdict"] = result.found_anything() ? "violation" : "none-observed";
  json["violations"] = Json::array();
  for (const Violation& v : result.violations) json["violations"].push_back(violation_json(v));
  json["errors"] = Json::array();
  for (const DeadlockFound& d : result.deadlocks) json["errors"].push_back(deadlock_json(d));
  for (const RaceFound& r : result.races) json["errors"].push_back(race_json(r));
  for (const CrashFound& c : result.crashes) json["errors"].push_back(crash_json(c));
  json["suppressed"] = result.suppressed;
  json["unproved"] = result.unproved;
  json["reasons"] = result.unproved_reasons;
  json["runs"] = Json::array();
  for (const RunSummary& r : result.runs) json["runs"].push_back(run_json(r));
  json["seconds"] = result.seconds;
  return json;
}

}  // namespace overtake::observe
