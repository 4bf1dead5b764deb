#include <nlohmann/json.hpp>
#include <set>

#include "ir/errors.h"
#include "report/check_report.h"
#include "report/describe.h"
#include "report/edges.h"
#include "report/names.h"
#include "report/slice.h"
#include "report/story.h"

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

// A value as a number where JSON can hold it, else as text ("&x", wide values).
Json value_json(Names& names, const exec::Value& value, unsigned size) {
  const std::string text = names.value(value, size);
  const bool number = !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
  if (number) return Json(static_cast<std::int64_t>(std::stoll(text)));
  return Json(text);
}

Json place_json(const Place& place) {
  Json json = Json::object();
  json["file"] = place.known() ? Json(place.file) : Json();
  json["line"] = place.known() ? Json(place.line) : Json();
  if (place.known() && place.column != 0) json["column"] = place.column;
  return json;
}

Json step_index(std::uint32_t step) { return step == memory::kNoStep ? Json() : Json(step); }

Json step_json(const ir::Program& program, const memory::Record& r, std::uint32_t drained,
               Names& names, SourceText& text) {
  const Place place = user_place(program, r.op.source, r.calls);
  const std::string_view code = text.line(place);
  Json json = Json::object();
  json["thread"] = names.thread(r.step.thread);
  json["kind"] = r.step.drain ? "drain" : "step";
  json["op"] = op_name(r.op);
  json.update(place_json(place));
  json["library"] = in_library(program, r.op.source);
  if (!code.empty()) json["code"] = code;
  json["text"] = describe(r, names, code);
  if (r.op.is_access() || r.op.kind == exec::OpKind::Free)
    json["variable"] = names.variable(r.op.address, r.op.size, code);
  if (r.step.drain) json["store"] = step_index(drained);
  if (r.reads) json["read"] = value_json(names, r.read, r.op.size);
  if (r.wrote_memory)
    json["written"] = value_json(names, r.written, r.op.size);
  else if (r.op.kind == exec::OpKind::Store)
    json["buffered"] = value_json(names, r.op.operand, r.op.size);
  if (r.reads) json["reads_from"] = step_index(r.reads_from);
  if (r.from_own_buffer) json["from_own_buffer"] = true;
  if (!r.overtook.empty()) json["overtook"] = r.overtook;
  if (r.spawned.valid()) {
    json["spawned"] = names.thread(r.spawned);
    if (std::string function = names.users_function(r.op.address); !function.empty())
      json["function"] = std::move(function);
  }
  if (r.op.kind == exec::OpKind::Join) json["joined"] = names.thread(ThreadId{r.op.operand.lo});
  if (r.op.kind == exec::OpKind::Choose) json["choice"] = r.step.choice;
  if (!r.buffer.empty()) {
    Json buffer = Json::array();
    for (const auto& store : r.buffer)
      buffer.push_back({{"variable", names.variable(store.address, store.size)},
                        {"value", value_json(names, store.value, store.size)},
                        {"step", store.issued_at}});
    json["buffer"] = std::move(buffer);
  }
  return json;
}

// The files that a document names, in the order of their names.
void collect_files(const Json& json, std::set<std::string>& files) {
  if (json.is_object()) {
    const auto file = json.find("file");
    if (file != json.end() && file->is_string()) files.insert(file->get<std::string>());
  }
  if (json.is_structured())
    for (const Json& part : json) collect_files(part, files);
}

}  // namespace

void add_sources(Json& document) {
  std::set<std::string> files;
  if (document.contains("input"))
    for (const Json& file : document["input"]) files.insert(file.get<std::string>());
  collect_files(document, files);
  Json sources = Json::array();
  for (const std::string& file : files)
    if (std::string text = source_text(file); !text.empty())
      sources.push_back({{"file", file}, {"text", std::move(text)}});
  document["sources"] = std::move(sources);
}

Json schedule_json(const ir::Program& program, const memory::Replay& replay) {
  Names names(program, replay);
  SourceText text;
  const std::vector<std::uint32_t> drained = drained_stores(replay);
  Json steps = Json::array();
  for (std::size_t i = 0; i < replay.records.size(); ++i)
    steps.push_back(step_json(program, replay.records[i], drained[i], names, text));
  return steps;
}

namespace {

Json story_json(const Story& story, Names& names) {
  Json steps = Json::array();
  for (const StoryStep& step : story.steps) {
    Json json = Json::object();
    json["thread"] = names.thread(step.thread);
    json.update(place_json(step.place));
    if (!step.code.empty()) json["code"] = step.code;
    json["text"] = step.what;
    json["notes"] = step.notes;
    if (!step.buffer.empty()) json["buffer"] = step.buffer;
    json["steps"] = step.steps;
    if (step.weak) json["weak"] = true;
    if (step.failure) json["failure"] = true;
    steps.push_back(std::move(json));
  }
  return steps;
}

Json missed_json(const std::vector<MissedStore>& missed) {
  Json json = Json::array();
  for (const MissedStore& m : missed)
    json.push_back({{"read", m.read},
                    {"store", m.store},
                    {"overtaking_store", step_index(m.overtaking_store)}});
  return json;
}

}  // namespace

void add_execution(Json& json, const ir::Program& program, const memory::Replay& replay,
                   bool full) {
  Names names(program, replay);
  SourceText text;
  const Story story = tell(program, replay, text, {.full = full});
  json["legend"] = story.legend;
  json["threads"] = replay.thread_names;
  json["story"] = story_json(story, names);
  if (story.left_out != 0) json["left_out"] = story.left_out;
  json["schedule"] = schedule_json(program, replay);
  const Edges relations = edges(replay);
  json["coherence"] = edges_json(relations.coherence);
  json["from_read"] = edges_json(relations.from_read);
}

Json error_json(const ErrorReport& error, const ir::Program& program, bool full) {
  Json json = Json::object();
  json["kind"] = ir::name(error.error.kind);
  json["message"] = message(program, error);
  json.update(place_json(user_place(program, error.error.source, error.replay.error_calls)));
  Names names(program, error.replay);
  json["thread"] =
      error.replay.error_thread.valid() ? Json(names.thread(error.replay.error_thread)) : Json();
  if (error.race) {
    const memory::Record& first = error.replay.records[error.race->first];
    Json other = place_json(user_place(program, first.op.source, first.calls));
    other["thread"] = names.thread(first.step.thread);
    other["step"] = error.race->first;
    json["other"] = std::move(other);
  }
  SourceText text;
  Json waiting = Json::array();
  for (const auto& stuck : error.replay.stuck) {
    Json entry = {{"thread", names.thread(stuck.thread)}, {"op", op_name(stuck.waits_for)}};
    entry.update(place_json(user_place(program, stuck.waits_for.source, stuck.calls)));
    waiting.push_back(std::move(entry));
  }
  if (!waiting.empty()) json["waiting"] = std::move(waiting);
  json["explanation"] = tell(program, error.replay, text).sentences;
  json["executions"] = error.executions;
  if (!error.schedule_file.empty()) json["schedule_file"] = error.schedule_file;
  json["missed"] = missed_json(slice(program, error.replay).missed);
  add_execution(json, program, error.replay, full);
  return json;
}

static Json statistics_json(const smc::Statistics& s) {
  return {{"events", s.events},
          {"planned_peak", s.planned_peak},
          {"mutations", s.mutations},
          {"known", s.known},
          {"unrealizable_at_a_glance", s.taken + s.by_inspection},
          {"by_order", s.by_order},
          {"by_short_search", s.by_greedy},
          {"by_closure", s.by_closure},
          {"by_search", s.by_search},
          {"closure_edges", s.closure_edges},
          {"search_states", s.search_states},
          {"transfers", s.transfers},
          {"bytes_moved", s.bytes_moved},
          {"claims", s.claims},
          {"seconds",
           {{"executing", s.executing_seconds},
            {"mutating", s.mutating_seconds},
            {"verifying", s.verifying_seconds}}}};
}

Json to_json(const CheckReport& report, const ir::Program& program, bool full) {
  Json json = Json::object();
  json["command"] = "check";
  json["version"] = OVERTAKE_VERSION;
  json["input"] = report.input;
  json["model"] = name(report.model);
  json["equivalence"] = report.equivalence;
  if (!report.rf_because.empty()) json["rf_because"] = report.rf_because;
  if (!report.exhaustive_because.empty()) json["exhaustive_because"] = report.exhaustive_because;
  json["verdict"] = name(report.verdict);
  json["executions"] = {{"complete", report.executions.complete},
                        {"blocked", report.executions.blocked},
                        {"bounded", report.executions.bounded},
                        {"redundant", report.executions.redundant}};
  json["errors"] = Json::array();
  for (const ErrorReport& error : report.errors)
    json["errors"].push_back(error_json(error, program, full));
  json["reasons"] = report.reasons;
  json["bounded_loops"] = Json::array();
  for (const Place& loop : report.bounded_loops) json["bounded_loops"].push_back(place_json(loop));
  json["input_range"] = report.input_range.empty() ? Json() : Json(report.input_range);
  json["restricted_inputs"] = report.restricted_inputs;
  if (!report.output.empty()) json["output"] = report.output;
  if (!report.notes.empty()) json["notes"] = report.notes;
  if (report.statistics) json["statistics"] = statistics_json(*report.statistics);
  json["seconds"] = report.seconds;
  json["peak_memory_bytes"] = report.peak_memory_bytes;
  add_sources(json);
  return json;
}

}  // namespace overtake::report
