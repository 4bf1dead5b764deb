// The text of monitor and fences.
#include <fmt/format.h>

#include <algorithm>

#include "report/comparison.h"
#include "report/make_run.h"
#include "report/text_parts.h"

namespace overtake::report {
namespace {

std::string violation_text(const Violation& v, std::size_t number, Model model, const Style& style,
                           bool with_run) {
  std::string out =
      fmt::format("{}. {}\n", number,
                  paint(fmt::format("{}: {}", v.place.text(), v.message), Paint::Bold, style));
  out += "   Each of these happens before the next, in a cycle:\n";
  for (const Access& step : v.path)
    out += fmt::format("     {},\n       {}\n", step.text, because(step.edge));
  out += fmt::format("     {}\n", v.delayed.text);
  if (!with_run) return out + '\n';
  out += fmt::format("   A run under {} that shows it (time runs downwards):\n\n", upper(model));
  out += draw(v.run.story, v.run.threads, style);
  for (const std::string& line : v.run.legend) out += paragraph(line, style, 3);
  return out + '\n';
}

std::string verdict_text(const MonitorDocument& d, const Style& style) {
  const std::string model = upper(d.frame.model);
  switch (d.verdict) {
    case Robustness::Robust:
      return verdict_text(d.frame, fmt::format("robust: only SC behaviours under {}", model),
                          Paint::Green, style);
    case Robustness::Violation:
      return verdict_text(d.frame,
                          fmt::format("{} of sequential consistency under {}",
                                      counted(d.violations.size(), "violation"), model),
                          Paint::Red, style);
    case Robustness::Inconclusive:
      break;
  }
  return verdict_text(
      d.frame,
      fmt::format("inconclusive under {}: no violation found, but not everything was looked at",
                  model),
      Paint::Yellow, style);
}

std::string violation_text(const RecordedViolation& v) {
  std::string out =
      fmt::format("{}\n  is delayed past\n{}\n", v.delayed.text(), v.overtaking.text());
  out += "  Each of these happens before the next, in a cycle:\n";
  for (const RecordedEvent& e : v.path)
    out += fmt::format("    {},\n      {}\n", e.text(), because(e.edge));
  return out + fmt::format("    {}\n\n", v.delayed.text());
}

// --- fences --------------------------------------------------------------------------------------

std::string fence_text(const Fence& f) {
  const std::string at = fmt::format("{}:{}  {}: ", f.place.file, f.place.line, f.thread);
  if (!f.order.empty()) return at + fmt::format("{} instead of the order in  {}", f.order, f.after);
  return at + fmt::format("a {} {}  {}", f.full ? "fence" : "store-store fence",
                          preposition(f.where), f.after);
}

std::string headline(const FencesDocument& d) {
  const std::string about = fmt::format("({} under {})", d.criterion, name(d.frame.model));
  switch (d.verdict) {
    case FencesVerdict::NotNeeded:
      return fmt::format("{}no fence is needed {}",
                         d.criterion == "safety" ? "safe as it is: " : "", about);
    case FencesVerdict::Needed:
      return fmt::format("{} {} needed {}", d.fences.size(),
                         d.fences.size() == 1 ? "fence is" : "fences are", about);
    case FencesVerdict::FailsUnderSc:
      return "the program fails under sc already: no fence can help";
    case FencesVerdict::Undecided:
      break;
  }
  return "undecided";
}

// The second line: what sequential consistency would cost.
std::string everywhere_text(const FencesDocument& d, const Style& style) {
  std::string out;
  if (d.no_assertions && d.criterion == "safety")
    out += paragraph(
        "The program has no assertions: only memory errors, deadlocks and hangs were looked for.",
        style, 0);
  else if (d.no_assertions)
    out += paragraph(
        "The program has no assertions, and no memory error, deadlock or hang was found. So this "
        "is "
        "about robustness: behaviours of sequential consistency, and no others.",
        style, 0);
  if (!d.everywhere) return out;
  const Everywhere& e = *d.everywhere;
  const std::string option = "--criterion " + e.criterion;
  switch (e.verdict) {
    case FencesVerdict::NotNeeded:
      return out + fmt::format("Fences for sequential consistency everywhere: none ({})\n", option);
    case FencesVerdict::Needed:
      return out + fmt::format("Fences for sequential consistency everywhere: {} ({})\n", e.fences,
                               option);
    default:
      return out + paragraph(fmt::format("Fences for sequential consistency everywhere: not known "
                                         "({}{}{})",
                                         option, e.why.empty() ? "" : ": ", e.why),
                             style, 0);
  }
}

std::string all_sets_text(const FencesDocument& d) {
  if (d.all_minimal_sets.size() <= 1) return {};
  std::string out = fmt::format("\nAll {}{} minimal sets:\n", d.all_complete ? "" : "of more than ",
                                d.all_minimal_sets.size());
  for (const std::vector<Fence>& set : d.all_minimal_sets) {
    out += "  -";
    for (const Fence& f : set)
      out += fmt::format("  {} {}:{}", f.thread, f.place.file, f.place.line);
    out += "\n";
  }
  return out;
}

// The interesting part of the run that the program has without fences, step by step.
std::string run_text(const FencesViolation& v, const Style& style) {
  std::vector<StoryStep> story;
  for (std::size_t i = v.first; i < v.run.schedule.size(); ++i) {
    const Step& s = v.run.schedule[i];
    StoryStep row{.thread = s.thread, .place = s.place, .what = s.text};
    if (!s.drain) row.code = s.code;
    row.weak = !s.overtook.empty();
    if (row.weak) row.notes.emplace_back("overtakes what is in the buffer");
    story.push_back(std::move(row));
  }
  const std::string before =
      v.first > 0 ? fmt::format("  ... after {} steps as under sc:\n", v.first) : std::string();
  return before + draw(story, v.run.threads, style);
}

std::string cost_text(const FencesDocument& d) {
  std::string out;
  if (d.executions != 0)
    out = fmt::format("\n{} executions, {:.2f} s", d.executions, d.frame.seconds);
  else
    out = fmt::format("\n{} states, {:.0f} states/s, {:.1f} MB of states, {:.2f} s", d.states,
                      static_cast<double>(d.states) / std::max(d.frame.seconds, 1e-6),
                      static_cast<double>(d.state_bytes) / 1e6, d.frame.seconds);
  if (d.buffer != 0) out += fmt::format(", buffers of {} stores", d.buffer);
  if (d.value_bits != 0) out += fmt::format(", values wrapped to {} bits", d.value_bits);
  return out + "\n";
}

}  // namespace

std::string text_of(const MonitorDocument& d, const Style& style) {
  std::string out;
  for (std::size_t i = 0; i < d.violations.size(); ++i)
    out += violation_text(d.violations[i], i + 1, d.frame.model, style, i == 0 || d.full);
  if (d.violations.size() > 1 && !d.full) out += "--full shows a run for each of them.\n\n";
  out += verdict_text(d, style);
  out += reasons_text(d.reasons, style) + loops_text(d.bounded_loops);
  if (!d.exhaustive_because.empty())
    out += paragraph(fmt::format("every trace under {} was looked at, because of {}",
                                 upper(d.frame.model), d.exhaustive_because),
                     style, 2);
  for (std::size_t k = 0; k < d.interleavings.size(); ++k)
    out += fmt::format("  {} with {}\n", counted(d.interleavings[k], "interleaving"),
                       counted(k, "preemption"));
  return out + fmt::format("  {}, {:.2f} s, {:.0f} MB\n", counted(d.executions, "execution"),
                           d.frame.seconds, static_cast<double>(d.frame.peak_memory_bytes) / 1e6);
}

std::string text_of(const RecordedDocument& d, const Style&) {
  std::string out;
  std::size_t at = 0;
  for (const RecordedCount& trace : d.counts) {
    for (std::uint64_t i = 0; i < trace.shown && at < d.violations.size(); ++i)
      out += violation_text(d.violations[at++]);
    if (trace.pairs > trace.shown)
      out += fmt::format("{} more; --full shows them.\n\n", trace.pairs - trace.shown);
  }
  for (; at < d.violations.size(); ++at) out += violation_text(d.violations[at]);
  const std::string under = upper(d.frame.model);
  out += d.pairs != 0 ? fmt::format("{} of sequential consistency under {}\n",
                                    counted(d.pairs, "violation"), under)
                      : fmt::format("no violation of sequential consistency under {}; {}\n", under,
                                    sentence(Why::OneExecution));
  return out + fmt::format("  {}, {} events, {:.2f} s\n", counted(d.executions, "trace"), d.events,
                           d.frame.seconds);
}

std::string text_of(const FencesDocument& d, const Style& style) {
  const Paint color = d.verdict == FencesVerdict::NotNeeded   ? Paint::Green
                      : d.verdict == FencesVerdict::Undecided ? Paint::Yellow
                                                              : Paint::Red;
  std::string out = paint(headline(d), color, style) + "\n";
  out += reasons_text(d.reasons, style);
  for (const Fence& f : d.fences) out += "  " + fence_text(f) + "\n";
  if (d.verdict == FencesVerdict::Needed && !d.minimal)
    out += paragraph("Found on abstractions: these fences suffice, but may be more than needed.",
                     style, 2);
  out += everywhere_text(d, style);
  out += all_sets_text(d);
  for (const FencesViolation& v : d.violations) {
    if (!v.prevented_by.empty()) continue;  // pages show a run for each fence
    out += fmt::format("\nWithout {}, this can happen{}:\n\n",
                       d.verdict == FencesVerdict::FailsUnderSc ? "any weak memory" : "fences",
                       d.failure.empty() ? "" : " (" + d.failure + ")");
    out += run_text(v, style);
  }
  return out + cost_text(d);
}

}  // namespace overtake::report
