// The text of check, replay and bmc.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/text_parts.h"

namespace overtake::report {
namespace {

std::string output_text(const std::string& output) {
  if (output.empty()) return {};
  return "Output of the program on the way there:\n" + output +
         (output.ends_with('\n') ? "" : "\n") + '\n';
}

std::string verdict_text(const CheckDocument& d, const Style& style) {
  const std::string under = " under " + upper(d.frame.model);
  switch (d.verdict) {
    case Verdict::Safe:
      return verdict_text(d.frame,
                          (d.within_bounds ? "no error within bounds" : "no error") + under,
                          Paint::Green, style);
    case Verdict::Error:
      return verdict_text(d.frame, counted(d.errors.size(), "error") + under, Paint::Red, style);
    case Verdict::Inconclusive:
      break;
  }
  return verdict_text(d.frame,
                      "inconclusive" + under + ": no error found, but not everything was explored",
                      Paint::Yellow, style);
}

// What else there is to say of the verdict.
std::string remarks_text(const CheckDocument& d, const Style& style) {
  std::string out = reasons_text(d.reasons, style);
  for (const Note& note : d.notes) out += paragraph(sentence(note), style, 2);
  const bool named =
      std::ranges::any_of(d.reasons, [](const Reason& r) { return r.why == Why::Deepened; });
  if (!named) out += loops_text(d.bounded_loops);
  if (!d.input_range.empty())
    out += paragraph(
        fmt::format("for inputs in {} only ({})", d.input_range, joined(d.restricted_inputs)),
        style, 2);
  if (!d.rf_because.empty())
    out += paragraph("explored by reads-from, because of " + d.rf_because, style, 2);
  if (!d.exhaustive_because.empty())
    out += paragraph("explored exhaustively, because of " + d.exhaustive_because +
                         (d.equivalence == "states"
                              ? "; there are many executions, and those that end in the same state "
                                "count as one"
                              : ""),
                     style, 2);
  return out;
}

// "362880 executions, 1 up to renaming of equal threads"
std::string executions_text(const Executions& e, const std::optional<Symmetry>& symmetry) {
  std::vector<std::string> parts;
  const auto part = [&](std::uint64_t count, std::string_view what) {
    if (count != 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  part(e.blocked, "blocked by an assume, a deadlock or a hang");
  part(e.bounded, "cut off by a loop bound");
  part(e.redundant + (symmetry ? symmetry->redundant : 0), "more redundant");
  std::string text = counted(e.all(), "execution");
  if (symmetry) {
    if (symmetry->counted) text += fmt::format(", {}", symmetry->executions);
    text += " up to renaming of equal threads";
  }
  return text + (parts.empty() ? "" : fmt::format(" ({})", joined(parts)));
}

std::string statistics_text(const Statistics& s) {
  struct Row {
    std::string_view what;
    std::uint64_t count;
  };
  const std::array rows{Row{"events executed", s.events},
                        Row{"schedules planned at one time, at most", s.planned_peak},
                        Row{"mutations looked at", s.mutations},
                        Row{"  known already", s.known},
                        Row{"  unrealizable at a glance", s.unrealizable_at_a_glance},
                        Row{"  realizable in the old order, repaired", s.by_order},
                        Row{"  decided by a short search", s.by_short_search},
                        Row{"  refuted by the closure", s.by_closure},
                        Row{"  decided by search inside the closure", s.by_search},
                        Row{"edges that the closure added", s.closure_edges},
                        Row{"states of the searches", s.search_states},
                        Row{"work items handed over", s.transfers},
                        Row{"  bytes of these, to other processes", s.bytes_moved},
                        Row{"claims asked of other processes", s.claims}};
  std::string out = "  How it was explored:\n";
  for (const Row& row : rows) out += fmt::format("    {:<52}{:>14}\n", row.what, row.count);
  if (s.transfers != 0)
    out += fmt::format("    {:<52}{:>14.2f}\n", "seconds without work, all of them together",
                       s.idle_seconds);
  const double whole = s.executing_seconds + s.mutating_seconds + s.verifying_seconds;
  const auto percent = [&](double seconds) { return whole > 0 ? 100 * seconds / whole : 0; };
  return out + fmt::format("    time: {:.0f} % executing, {:.0f} % mutating, {:.0f} % verifying\n",
                           percent(s.executing_seconds), percent(s.mutating_seconds),
                           percent(s.verifying_seconds));
}

}  // namespace

// At most two commands that help now.
std::string next_text(const std::vector<std::string>& next) {
  std::string out;
  for (const std::string& command : next)
    out += (out.empty() ? "  Next: " : "        ") + command + '\n';
  return out;
}

std::string text_of(const CheckDocument& d, const Style& style) {
  std::string out;
  for (const Finding& error : d.errors) out += finding_text(error, d.frame.model, style);
  out += output_text(d.output);
  out += verdict_text(d, style) + remarks_text(d, style);
  out += fmt::format("  {}, {:.2f} s, {:.0f} MB\n", executions_text(d.executions, d.symmetry),
                     d.frame.seconds, static_cast<double>(d.frame.peak_memory_bytes) / 1e6);
  if (d.statistics) out += statistics_text(*d.statistics);
  if (!d.no_symmetry_because.empty())
    out += fmt::format("    all threads count as different: {}\n", d.no_symmetry_because);
  return out + next_text(next_commands(d));
}

// The story is all there is to say.
std::string text_of(const ReplayDocument& d, const Style& style) {
  std::string out;
  for (const Finding& error : d.errors) out += finding_text(error, d.frame.model, style);
  if (out.ends_with("\n\n")) out.pop_back();
  return out;
}

std::string bounds_text(const BmcDocument& d) {
  const Bounds& b = d.bounds;
  std::string text = fmt::format("--unroll {} --rounds {}", b.unroll, b.rounds);
  if (d.frame.model != Model::SC) {
    if (d.sma != "queue") text += fmt::format(" --max-clock {}", b.max_clock);
    if (d.sma == "queue" || d.sma == "tcdll") text += fmt::format(" --queue {}", b.queue);
  }
  if (b.int_bits != 0) text += fmt::format(" --int-bits {}", b.int_bits);
  return text;
}

std::string text_of(const BmcDocument& d, const Style& style) {
  std::string out;
  for (const Finding& error : d.errors) out += finding_text(error, d.frame.model, style);
  const std::string under = "under " + upper(d.frame.model);
  switch (d.verdict) {
    case Verdict::Error:
      out += verdict_text(d.frame, "1 error " + under, Paint::Red, style);
      break;
    case Verdict::Safe:
      out += verdict_text(d.frame, "no error " + under, Paint::Green, style);
      break;
    case Verdict::Inconclusive:
      out +=
          verdict_text(d.frame, fmt::format("inconclusive {}: no error within the bounds", under),
                       Paint::Yellow, style);
  }
  out += reasons_text(d.reasons, style);
  const Formula& s = d.formula;
  return out + fmt::format("  bounds: {}\n", bounds_text(d)) +
         fmt::format(
             "  {} threads, {} visible operations; {} variables, {} clauses; {:.2f} s, {:.0f} MB\n",
             s.threads, s.visible_operations, s.variables, s.clauses, d.frame.seconds,
             static_cast<double>(d.frame.peak_memory_bytes) / 1e6);
}

}  // namespace overtake::report
