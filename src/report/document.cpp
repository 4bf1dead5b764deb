#include "report/document.h"

#include <fmt/format.h>

#include <algorithm>

namespace overtake::report {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

Outcome of(Verdict verdict) {
  return verdict == Verdict::Safe    ? Outcome::Nothing
         : verdict == Verdict::Error ? Outcome::Found
                                     : Outcome::Inconclusive;
}

Outcome of(Robustness verdict) {
  return verdict == Robustness::Robust      ? Outcome::Nothing
         : verdict == Robustness::Violation ? Outcome::Found
                                            : Outcome::Inconclusive;
}

Outcome of(FencesVerdict verdict) {
  return verdict == FencesVerdict::NotNeeded   ? Outcome::Nothing
         : verdict == FencesVerdict::Undecided ? Outcome::Inconclusive
                                               : Outcome::Found;
}

Outcome of(const ObserveDocument& d) {
  if (d.verdict == Observation::Violation) return Outcome::Found;
  const bool cut_short =
      std::ranges::find(d.runs, RunEnd::TimedOut, &ObservedRun::end) != d.runs.end();
  return cut_short ? Outcome::Inconclusive : Outcome::Nothing;
}

Outcome of(const ConsistencyDocument& d) {
  if (d.count(TraceVerdict::Inconsistent) != 0) return Outcome::Found;
  return d.count(TraceVerdict::Unknown) != 0 ? Outcome::Inconclusive : Outcome::Nothing;
}

Outcome of(const LitmusDocument& d) {
  if (d.different() > 0) return Outcome::Found;
  if (d.errors() > 0) return Outcome::BadInput;
  return d.finished ? Outcome::Nothing : Outcome::Inconclusive;
}

Outcome of(const BenchDocument& d) {
  if (!d.finished) return Outcome::Inconclusive;
  const bool failed = std::ranges::find(d.runs, "failed", &BenchRun::verdict) != d.runs.end();
  return failed ? Outcome::BadInput : Outcome::Nothing;
}

// The worst of all: an error under one model is an error.
Outcome of(const ModelsDocument& d) {
  Outcome worst = d.results.empty() ? Outcome::Inconclusive : Outcome::Nothing;
  for (const CheckDocument& one : d.results) {
    if (one.verdict == Verdict::Error) return Outcome::Found;
    if (one.verdict == Verdict::Inconclusive) worst = Outcome::Inconclusive;
  }
  return worst;
}

std::uint64_t count_if(const LitmusDocument& d, bool (*what)(const LitmusResult&)) {
  return static_cast<std::uint64_t>(std::ranges::count_if(d.tests, what));
}

}  // namespace

std::string Place::text() const {
  return known() ? fmt::format("{}:{}", file, line) : "an unknown place";
}

std::string Place::exact() const {
  return known() && column != 0 ? fmt::format("{}:{}:{}", file, line, column) : text();
}

std::string to_text(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

std::string RecordedEvent::text() const {
  return fmt::format("{}:{}: {}: {}", place.file, place.line, thread, event);
}

std::uint64_t ConsistencyDocument::count(TraceVerdict verdict) const {
  return static_cast<std::uint64_t>(std::ranges::count(traces, verdict, &TraceResult::verdict));
}

std::uint64_t LitmusDocument::ok() const {
  return count_if(*this, [](const LitmusResult& t) { return t.error.empty() && t.ok; });
}
std::uint64_t LitmusDocument::no() const {
  return count_if(*this, [](const LitmusResult& t) { return t.error.empty() && !t.ok; });
}
std::uint64_t LitmusDocument::errors() const {
  return count_if(*this, [](const LitmusResult& t) { return !t.error.empty(); });
}
std::uint64_t LitmusDocument::different() const {
  return count_if(*this, [](const LitmusResult& t) { return !t.difference.empty(); });
}

Outcome outcome(const Document& document) {
  return std::visit(Overloaded{[](const BenchDocument& d) { return of(d); },
                               [](const IrDocument&) { return Outcome::Nothing; },
                               [](const ConsistencyDocument& d) { return of(d); },
                               [](const LitmusDocument& d) { return of(d); },
                               [](const ObserveDocument& d) { return of(d); },
                               [](const ModelsDocument& d) { return of(d); },
                               [](const auto& d) { return of(d.verdict); }},
                    document);
}

std::string_view command(const Document& document) {
  return std::visit(
      Overloaded{[](const CheckDocument&) { return "check"; },
                 [](const ModelsDocument&) { return "check"; },
                 [](const ReplayDocument&) { return "replay"; },
                 [](const BmcDocument&) { return "bmc"; },
                 [](const MonitorDocument&) { return "monitor"; },
                 [](const RecordedDocument&) { return "monitor"; },
                 [](const FencesDocument&) { return "fences"; },
                 [](const ConsistencyDocument&) { return "consistency"; },
                 [](const LitmusDocument&) { return "litmus"; },
                 [](const BenchDocument&) { return "bench"; },
                 [](const IrDocument&) { return "ir"; }, [](const FuzzDocument&) { return "fuzz"; },
                 [](const ObserveDocument&) { return "observe"; },
                 [](const LinearizeDocument&) { return "linearize"; }},
      document);
}

Frame* frame(Document& document) {
  return std::visit(
      [](auto& d) -> Frame* {
        if constexpr (requires { d.frame; })
          return &d.frame;
        else
          return nullptr;
      },
      document);
}

const Frame* frame(const Document& document) { return frame(const_cast<Document&>(document)); }

const Finding* first_error(const Document& document) {
  return std::visit(
      [](const auto& d) -> const Finding* {
        if constexpr (requires { d.errors.front().run; })
          return d.errors.empty() ? nullptr : &d.errors.front();
        else
          return nullptr;
      },
      document);
}

}  // namespace overtake::report
