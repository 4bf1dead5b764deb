#include "cli/fences_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/describe.h"
#include "report/places.h"

namespace overtake::cli {
namespace {

using fences::Fence;
using fences::FenceKind;
using fences::Verdict;
using nlohmann::json;
using report::Paint;

json to_json(const Fence& f) {
  return {{"thread", f.thread},
          {"after", f.after},
          {"file", f.file},
          {"line", f.line},
          {"kind", f.kind == FenceKind::Full ? "full" : "store-store"}};
}

json to_json(const std::vector<Fence>& all) {
  json list = json::array();
  for (const Fence& f : all) list.push_back(to_json(f));
  return list;
}

std::string to_text(const Fence& f) {
  return fmt::format("{}:{}  {}: a {} behind  {}", f.file, f.line, f.thread,
                     f.kind == FenceKind::Full ? "fence" : "store-store fence", f.after);
}

std::string headline(const FencesReport& around, const fences::Report& r) {
  switch (r.verdict) {
    case Verdict::NoFencesNeeded:
      return fmt::format("no fence is needed ({} under {})", around.criterion, name(around.model));
    case Verdict::FencesNeeded:
      return fmt::format("{} {} needed ({} under {})", r.fences.size(),
                         r.fences.size() == 1 ? "fence is" : "fences are", around.criterion,
                         name(around.model));
    case Verdict::FailsUnderSc:
      return "the program fails under sc already: no fence can help";
    case Verdict::Undecided:
      return "undecided";
  }
  return "?";
}

// The interesting part of the run that the program has without fences.
std::string story(const fences::Counterexample& c, const ir::Program& program,
                  const report::Style& style) {
  report::Names names(program, c.replay);
  report::SourceText source;
  report::Story story;
  for (std::size_t i = c.first; i < c.replay.records.size(); ++i) {
    const memory::Record& r = c.replay.records[i];
    report::StoryStep step;
    step.thread = r.step.thread;
    step.place = report::user_place(program, r.op.source, r.calls);
    if (!r.step.drain) step.code = source.line(step.place);
    step.what = report::describe(r, names, step.code);
    step.weak = !r.overtook.empty();
    if (step.weak) step.notes.emplace_back("overtakes what is in the buffer");
    story.steps.push_back(std::move(step));
  }
  std::string before;
  if (c.first > 0) before = fmt::format("  ... after {} steps as under sc:\n", c.first);
  return before + report::draw(story, c.replay.thread_names, style);
}

}  // namespace

json to_json(const FencesReport& around, const fences::Report& r) {
  json out{{"command", "fences"},
           {"input", around.input},
           {"criterion", around.criterion},
           {"model", name(around.model)},
           {"verdict", fences::name(r.verdict)},
           {"fences", to_json(r.fences)},
           {"minimal", r.minimal},
           {"counterexamples", r.counterexamples},
           {"states", r.states},
           {"transitions", r.transitions},
           {"searches", r.searches},
           {"state_bytes", r.bytes},
           {"from_both_sides", r.from_both_sides},
           {"executions", r.executions},
           {"reasons", r.reasons},
           {"seconds", around.seconds},
           {"peak_memory_bytes", around.peak_memory_bytes}};
  if (!r.all_minimal.empty()) {
    json all = json::array();
    for (const std::vector<Fence>& set : r.all_minimal) all.push_back(to_json(set));
    out["all_minimal_sets"] = std::move(all);
    out["all_complete"] = r.all_complete;
  }
  if (r.buffer != 0) out["buffer"] = r.buffer;
  if (around.value_bits != 0) out["value_bits"] = around.value_bits;
  if (!r.failure.empty()) out["failure"] = r.failure;
  return out;
}

std::string to_text(const FencesReport& around, const fences::Report& r, const ir::Program& program,
                    const report::Style& style) {
  const Paint color = r.verdict == Verdict::NoFencesNeeded ? Paint::Green
                      : r.verdict == Verdict::Undecided    ? Paint::Yellow
                                                           : Paint::Red;
  std::string out = report::paint(headline(around, r), color, style) + "\n";
  for (const std::string& reason : r.reasons) out += report::paragraph(reason, style, 2);
  for (const Fence& f : r.fences) out += "  " + to_text(f) + "\n";
  if (r.verdict == Verdict::FencesNeeded && !r.minimal)
    out += report::paragraph(
        "Found on abstractions: these fences suffice, but may be more than needed.", style, 2);
  if (r.all_minimal.size() > 1) {
    out += fmt::format("\nAll {}{} minimal sets:\n", r.all_complete ? "" : "of more than ",
                       r.all_minimal.size());
    for (const std::vector<Fence>& set : r.all_minimal) {
      out += "  -";
      for (const Fence& f : set) out += fmt::format("  {} {}:{}", f.thread, f.file, f.line);
      out += "\n";
    }
  }
  if (r.counterexample) {
    out += fmt::format("\nWithout {}, this can happen{}:\n\n",
                       r.verdict == Verdict::FailsUnderSc ? "any weak memory" : "fences",
                       r.failure.empty() ? "" : " (" + r.failure + ")");
    out += story(*r.counterexample, program, style);
  }
  if (r.executions != 0)
    out += fmt::format("\n{} executions, {:.2f} s", r.executions, around.seconds);
  else
    out += fmt::format("\n{} states, {:.0f} states/s, {:.1f} MB of states, {:.2f} s", r.states,
                       static_cast<double>(r.states) / std::max(around.seconds, 1e-6),
                       static_cast<double>(r.bytes) / 1e6, around.seconds);
  if (r.buffer != 0) out += fmt::format(", buffers of {} stores", r.buffer);
  if (around.value_bits != 0) out += fmt::format(", values wrapped to {} bits", around.value_bits);
  return out + "\n";
}

}  // namespace overtake::cli
