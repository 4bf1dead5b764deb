// The text of consistency and litmus.
#include <fmt/format.h>

#include "report/document_text.h"
#include "report/text_parts.h"
#include "report/trace_words.h"

namespace overtake::report {
namespace {

std::string terse(TraceVerdict verdict) {
  return verdict == TraceVerdict::Consistent     ? "OK\n"
         : verdict == TraceVerdict::Inconsistent ? "NO\n"
                                                 : "??\n";
}

// "each of these must come before the next", or the sentences of another reason.
std::string reason_text(const TraceResult& t) {
  std::string out;
  if (!t.reason || t.reason->cycle.empty()) {
    for (const std::string& sentence : t.explanation) out += "  " + sentence + "\n";
    return out;
  }
  out += "  each of these must come before the next, in a cycle:\n";
  for (const TraceEdge& edge : t.reason->cycle)
    out += fmt::format("    {}\n      before the next: {}\n", step_text(edge.from), edge.text);
  return out + fmt::format("    {} again\n", step_text(t.reason->cycle.front().from));
}

std::string trace_text(const TraceResult& t, TraceDetail detail) {
  if (detail == TraceDetail::Terse) return terse(t.verdict);
  if (detail == TraceDetail::Verdict && t.verdict == TraceVerdict::Inconsistent)
    return fmt::format("{}:{}:{}{} inconsistent\n", t.place.file, t.place.line,
                       t.name.empty() ? "" : " ", t.name.empty() ? "" : t.name + ":");
  std::string out =
      fmt::format("{}:{}{}: {}\n", t.place.file, t.place.line,
                  t.name.empty() ? "" : fmt::format(": {}", t.name), name_of(t.verdict));
  std::size_t number = 0;
  if (t.witness)
    for (const TraceStep& step : *t.witness)
      out += fmt::format("  {:>4}  {}\n", ++number, step_text(step));
  return out + reason_text(t);
}

}  // namespace

std::string text_of(const ConsistencyDocument& d, const Style&) {
  std::string out;
  for (const TraceResult& trace : d.traces) out += trace_text(trace, d.detail);
  if (d.detail == TraceDetail::Terse || d.traces.size() == 1) return out;
  out += fmt::format("{} traces under {}: {} consistent, {} inconsistent", d.traces.size(),
                     name(d.frame.model), d.count(TraceVerdict::Consistent),
                     d.count(TraceVerdict::Inconsistent));
  if (const std::uint64_t unknown = d.count(TraceVerdict::Unknown); unknown != 0)
    out += fmt::format(", {} unknown", unknown);
  return out + "\n";
}

std::string to_text(const LitmusResult& t) {
  if (!t.error.empty()) return {};
  const bool forbids = t.condition.starts_with('~');
  const bool forall = t.condition.starts_with("forall");
  std::string out = fmt::format("Test {} {}\nStates {}\n", t.test,
                                forbids  ? "Forbidden"
                                : forall ? "Required"
                                         : "Allowed",
                                t.states.size());
  for (const std::vector<std::string>& state : t.states) {
    for (std::size_t i = 0; i < state.size(); ++i)
      out += fmt::format("{}{}={};", i == 0 ? "" : " ", t.locations[i], state[i]);
    out += "\n";
  }
  out += t.ok ? "Ok\n" : "No\n";
  // Witnesses are counted under the quantifier, the observation is of the proposition.
  out += fmt::format("Witnesses\nPositive: {} Negative: {}\n", forbids ? t.negative : t.positive,
                     forbids ? t.positive : t.negative);
  out += fmt::format("Condition {}\n", t.condition);
  out += fmt::format("Observation {} {} {} {}\n", t.test, t.observation, t.positive, t.negative);
  out += fmt::format("Time {} {:.2f}\n", t.test, t.seconds);
  if (!t.hash.empty()) out += fmt::format("Hash={}\n", t.hash);
  return out + "\n";
}

std::string summary_text(const LitmusDocument& d) {
  if (d.files <= 1) return {};
  std::string out = fmt::format("Summary {}: {} tests, {} Ok, {} No", name(d.frame.model),
                                d.tests.size(), d.ok(), d.no());
  if (d.errors() > 0) out += fmt::format(", {} could not be run", d.errors());
  if (d.expected) out += fmt::format(", {} not as expected", d.different());
  if (!d.finished) out += ", stopped before the end";
  return out + "\n";
}

std::string text_of(const LitmusDocument& d, const Style&) {
  std::string out;
  for (const LitmusResult& test : d.tests) out += to_text(test);
  return out + summary_text(d);
}

}  // namespace overtake::report
