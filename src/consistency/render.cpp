#include "consistency/render.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace overtake::consistency {
namespace {

std::string place(const RecordedTrace& trace) {
  std::string where = fmt::format("{}:{}", trace.file, trace.line);
  if (!trace.name.empty()) where += fmt::format(": {}", trace.name);
  return where;
}

// "line 3: 0: M[1] := 7", with "reaches memory" for a memory-write.
std::string describe(const RecordedTrace& trace, const WitnessStep& step) {
  const Event& event = trace.execution.events[step.event.index()];
  const std::uint32_t line = trace.details[step.event.index()].line;
  const std::string thread = trace.thread_names[event.thread.index()];
  std::string text = line != 0 ? fmt::format("line {}: ", line) : std::string();
  if (trace.details[step.event.index()].final_value)
    text += trace.text(step.event);
  else
    text += fmt::format("{}: {}", thread, trace.text(step.event));
  if (step.memory_write && event.kind == EventKind::StoreFence)
    text += " (the writes before it are in memory)";
  else if (step.memory_write)
    text += " reaches memory";
  else if (line == 0)
    text += " (the end of the thread)";
  return text;
}

std::string because(const RecordedTrace& trace, const ReasonEdge& edge) {
  const std::string read = edge.read.valid() ? describe(trace, {edge.read, false}) : std::string();
  switch (edge.rule) {
    case Rule::ProgramOrder:
      return "program order";
    case Rule::OrderEdge:
      return "given order";
    case Rule::ReadsFrom:
      return fmt::format("it is read by [{}]", read);
    case Rule::OwnWriteFirst:
      return fmt::format("otherwise it would hide from [{}] what that reads", read);
    case Rule::WriteBeforeRead:
      return fmt::format("it comes before [{}], which reads the other one", read);
    case Rule::WriteAfterWrite:
      return "it would overwrite what this reads";
    case Rule::InitialValue:
      return "this reads the initial value";
    default:
      return std::string(name(edge.rule));
  }
}

// A refutation of one read, as a sentence.
std::string single(Rule rule) {
  switch (rule) {
    case Rule::NotAWrite:
      return "it reads from something that does not write its location";
    case Rule::ReadsFuture:
      return "it reads a write that its own thread does later";
    case Rule::ReadsOverwritten:
      return "a newer write of its own thread hides what it reads";
    case Rule::ReadsHidden:
      return "what it reads is overwritten inside an atomic block before anyone can see it";
    case Rule::NoGoodWrite:
      return "no write with that value can be the one it reads";
    default:
      return "no order of the events explains the values";
  }
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Consistent:
      return "consistent";
    case Verdict::Inconsistent:
      return "inconsistent";
    case Verdict::Unknown:
      return "unknown";
  }
  return "?";
}

std::string_view name(Rule rule) {
  switch (rule) {
    case Rule::ProgramOrder:
      return "program-order";
    case Rule::OrderEdge:
      return "order-edge";
    case Rule::ReadsFrom:
      return "reads-from";
    case Rule::OwnWriteFirst:
      return "own-write-first";
    case Rule::WriteBeforeRead:
      return "write-before-read";
    case Rule::WriteAfterWrite:
      return "write-after-write";
    case Rule::InitialValue:
      return "initial-value";
    case Rule::Cycle:
      return "cycle";
    case Rule::NotAWrite:
      return "not-a-write";
    case Rule::ReadsFuture:
      return "reads-future";
    case Rule::ReadsOverwritten:
      return "reads-overwritten";
    case Rule::ReadsHidden:
      return "reads-hidden";
    case Rule::NoGoodWrite:
      return "no-good-write";
    case Rule::Exhausted:
      return "exhausted";
  }
  return "?";
}

std::string to_text(const RecordedTrace& trace, const Result& result, bool witness) {
  std::string text = fmt::format("{}: {}\n", place(trace), name(result.verdict));
  if (result.verdict == Verdict::Consistent && witness) {
    std::size_t number = 0;
    for (const WitnessStep& step : result.witness)
      text += fmt::format("  {:>4}  {}\n", ++number, describe(trace, step));
  }
  const Reason& reason = result.reason;
  if (result.verdict == Verdict::Inconsistent && !reason.cycle.empty()) {
    text += "  each of these must come before the next, in a circle:\n";
    for (const ReasonEdge& edge : reason.cycle)
      text += fmt::format("    {}\n      before the next: {}\n", describe(trace, edge.from),
                          because(trace, edge));
    text += fmt::format("    {} again\n", describe(trace, reason.cycle.front().from));
    return text;
  }
  for (const std::string& sentence : reason_sentences(trace, result))
    text += "  " + sentence + "\n";
  return text;
}

std::vector<std::string> reason_sentences(const RecordedTrace& trace, const Result& result) {
  if (result.verdict != Verdict::Inconsistent) return {};
  const Reason& reason = result.reason;
  if (!reason.cycle.empty())
    return {"Each of some steps would have to come before the next, in a circle."};
  if (reason.read.valid())
    return {fmt::format("{}: {}", describe(trace, {reason.read, false}), single(reason.rule))};
  return {"every order was tried; no short reason is known"};
}

nlohmann::ordered_json to_json(const RecordedTrace& trace, const Result& result, bool witness) {
  using nlohmann::ordered_json;
  const auto step_json = [&](const WitnessStep& step) {
    const Event& event = trace.execution.events[step.event.index()];
    ordered_json json;
    json["event"] = step.event.value;
    if (trace.details[step.event.index()].line != 0)
      json["line"] = trace.details[step.event.index()].line;
    json["thread"] = trace.thread_names[event.thread.index()];
    json["text"] = trace.text(step.event);
    if (step.memory_write) json["memory_write"] = true;
    return json;
  };
  ordered_json json;
  json["file"] = trace.file;
  json["line"] = trace.line;
  if (!trace.name.empty()) json["name"] = trace.name;
  json["verdict"] = name(result.verdict);
  if (result.verdict == Verdict::Consistent && witness) {
    json["witness"] = ordered_json::array();
    for (const WitnessStep& step : result.witness) json["witness"].push_back(step_json(step));
  }
  if (result.verdict == Verdict::Inconsistent) {
    ordered_json reason;
    reason["rule"] = name(result.reason.rule);
    if (result.reason.read.valid()) reason["read"] = step_json({result.reason.read, false});
    if (!result.reason.cycle.empty()) {
      reason["cycle"] = ordered_json::array();
      for (const ReasonEdge& edge : result.reason.cycle) {
        ordered_json one;
        one["from"] = step_json(edge.from);
        one["to"] = step_json(edge.to);
        one["rule"] = name(edge.rule);
        one["text"] = because(trace, edge);
        if (edge.read.valid()) one["read"] = edge.read.value;
        reason["cycle"].push_back(std::move(one));
      }
    }
    json["reason"] = std::move(reason);
  }
  return json;
}

}  // namespace overtake::consistency
