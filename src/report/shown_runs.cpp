#include "report/shown_runs.h"

#include <fmt/format.h>

#include "report/observe_words.h"

namespace overtake::report {
namespace {

ShownRun shown(const Finding& e) {
  return {e.kind, e.message, e.place, e.thread, e.explanation, e.run};
}

ShownRun shown(const Violation& v) {
  return {"violation", v.message, v.place, "", v.explanation, v.run};
}

ShownRun shown(const ObservedViolation& v) {
  return {"violation", v.message, v.place, "", v.explanation, v.run};
}

ShownRun shown(const ObservedError& e) {
  ShownRun s{std::string(name_of(e.kind)), e.message, e.place, e.thread, {}, {}};
  for (const ObservedWait& w : e.waiting)
    s.explanation.push_back(fmt::format("{} waits for {}.", w.thread, wait_text(w)));
  return s;
}

ShownRun shown(const FencesViolation& v) {
  return {"violation", v.message, {}, "", v.explanation, v.run};
}

ShownRun shown(const RecordedViolation& v) {
  ShownRun s{"violation", v.message, v.place, "", v.explanation, {.threads = v.threads}};
  for (const RecordedEvent& e : v.schedule) {
    const bool drain = e.drain.value_or(false);
    s.run.schedule.push_back({.thread = e.thread,
                              .drain = drain,
                              .place = e.place,
                              .text = e.event + (drain ? " reaches memory" : "")});
  }
  return s;
}

}  // namespace

std::vector<ShownRun> shown_runs(const Document& document) {
  std::vector<ShownRun> runs;
  std::visit(
      [&](const auto& d) {
        if constexpr (requires { shown(d.errors.front()); })
          for (const auto& e : d.errors) runs.push_back(shown(e));
        if constexpr (requires { shown(d.violations.front()); })
          for (const auto& v : d.violations) runs.push_back(shown(v));
      },
      document);
  return runs;
}

}  // namespace overtake::report
