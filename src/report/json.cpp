#include <nlohmann/json.hpp>

#include "ir/errors.h"
#include "report/check_report.h"
#include "report/names.h"
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
  return json;
}

Json step_json(const ir::Program& program, const memory::Record& r, Names& names,
               SourceText& text) {
  const Place place = user_place(program, r.op.source, r.calls);
  const std::string_view code = text.line(place);
  Json json = Json::object();
  json["thread"] = names.thread(r.step.thread);
  json["kind"] = r.step.drain ? "drain" : "step";
  json["op"] = op_name(r.op);
  json.update(place_json(place));
  json["library"] = in_library(program, r.op.source);
  if (!code.empty()) json["code"] = code;
  if (r.op.is_access() || r.op.kind == exec::OpKind::Free)
    json["variable"] = names.variable(r.op.address, r.op.size, code);
  if (r.reads) json["read"] = value_json(names, r.read, r.op.size);
  if (r.wrote_memory)
    json["written"] = value_json(names, r.written, r.op.size);
  else if (r.op.kind == exec::OpKind::Store)
    json["buffered"] = value_json(names, r.op.operand, r.op.size);
  if (r.reads) json["reads_from"] = r.reads_from == memory::kNoStep ? Json() : Json(r.reads_from);
  if (r.from_own_buffer) json["from_own_buffer"] = true;
  if (!r.overtook.empty()) json["overtook"] = r.overtook;
  if (r.spawned.valid()) json["spawned"] = names.thread(r.spawned);
  if (r.op.kind == exec::OpKind::Join) json["joined"] = names.thread(ThreadId{r.op.operand.lo});
  if (r.op.kind == exec::OpKind::Choose) json["choice"] = r.step.choice;
  if (!r.buffer.empty()) {
    Json buffer = Json::array();
    for (const auto& store : r.buffer)
      buffer.push_back({{"variable", names.variable(store.address, store.size)},
                        {"value", value_json(names, store.value, store.size)}});
    json["buffer"] = std::move(buffer);
  }
  return json;
}

}  // namespace

Json schedule_json(const ir::Program& program, const memory::Replay& replay) {
  Names names(program, replay);
  SourceText text;
  Json steps = Json::array();
  for (const memory::Record& r : replay.records)
    steps.push_back(step_json(program, r, names, text));
  return steps;
}

Json error_json(const ErrorReport& error, const ir::Program& program) {
  Json json = Json::object();
  json["kind"] = ir::name(error.error.kind);
  json["message"] = message(program, error);
  json.update(place_json(user_place(program, error.error.source, error.replay.error_calls)));
  Names names(program, error.replay);
  json["thread"] =
      error.replay.error_thread.valid() ? Json(names.thread(error.replay.error_thread)) : Json();
  SourceText text;
  Json waiting = Json::array();
  for (const auto& stuck : error.replay.stuck) {
    Json entry = {{"thread", names.thread(stuck.thread)}, {"op", op_name(stuck.waits_for)}};
    entry.update(place_json(user_place(program, stuck.waits_for.source, stuck.calls)));
    waiting.push_back(std::move(entry));
  }
  if (!waiting.empty()) json["waiting"] = std::move(waiting);
  json["explanation"] = tell(program, error.replay, text).sentences;
  json["schedule"] = schedule_json(program, error.replay);
  return json;
}

Json to_json(const CheckReport& report, const ir::Program& program) {
  Json json = Json::object();
  json["command"] = "check";
  json["input"] = report.input;
  json["model"] = name(report.model);
  json["equivalence"] = report.equivalence;
  if (!report.exhaustive_because.empty()) json["exhaustive_because"] = report.exhaustive_because;
  json["verdict"] = name(report.verdict);
  json["executions"] = {{"complete", report.executions.complete},
                        {"blocked", report.executions.blocked},
                        {"bounded", report.executions.bounded},
                        {"redundant", report.executions.redundant}};
  json["errors"] = Json::array();
  for (const ErrorReport& error : report.errors)
    json["errors"].push_back(error_json(error, program));
  json["reasons"] = report.reasons;
  json["bounded_loops"] = Json::array();
  for (const Place& loop : report.bounded_loops) json["bounded_loops"].push_back(place_json(loop));
  json["input_range"] = report.input_range.empty() ? Json() : Json(report.input_range);
  json["restricted_inputs"] = report.restricted_inputs;
  if (!report.output.empty()) json["output"] = report.output;
  json["seconds"] = report.seconds;
  json["peak_memory_bytes"] = report.peak_memory_bytes;
  return json;
}

}  // namespace overtake::report
