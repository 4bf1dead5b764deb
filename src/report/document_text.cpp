#include "report/document_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/shell.h"
#include "report/text_parts.h"

namespace overtake::report {
namespace {

std::string per_second(std::uint64_t count, double seconds) {
  return fmt::format("{:.0f}/s", static_cast<double>(count) / seconds);
}

std::string progress_of(const CheckDocument& d) {
  std::string text = fmt::format("{} executions, {}", d.executions.all(),
                                 per_second(d.executions.all(), d.frame.seconds));
  if (d.estimate > 0) text += fmt::format(", perhaps {} in all", rounded(d.estimate));
  if (d.seconds_left > 0) text += fmt::format(", {} left", roughly(d.seconds_left));
  return text + fmt::format(", {} errors, {:.0f} s", d.found, d.frame.seconds);
}

std::string progress_of(const ModelsDocument& d) {
  if (d.results.empty()) return {};
  const CheckDocument& last = d.results.back();
  return fmt::format("{}: {}", upper(last.frame.model), progress_of(last));
}

std::string progress_of(const BmcDocument& d) {
  return fmt::format("no error within {}; {:.0f} s", bounds_text(d), d.frame.seconds);
}

std::string progress_of(const MonitorDocument& d) {
  return fmt::format("{} executions, {:.0f} s", d.executions, d.frame.seconds);
}

std::string progress_of(const FencesDocument& d) {
  return fmt::format("{} states, {} runs to prevent, {:.0f} s", d.states, d.counterexamples,
                     d.frame.seconds);
}

std::string progress_of(const BenchDocument& d) {
  if (d.runs.empty()) return {};
  const BenchRun& last = d.runs.back();
  return fmt::format("{} runs: {} {} {}", d.runs.size(), last.program, last.model, last.algorithm);
}

std::string progress_of(const FuzzDocument& d) {
  return fmt::format("{} programs, {}", d.programs, d.current);
}

std::string progress_of(const LinearizeDocument& d) {
  if (d.all_clients == 0) return {};
  return fmt::format("{} of {} clients, {} executions, {:.0f} s", d.clients.size(), d.all_clients,
                     d.executions.all(), d.frame.seconds);
}

std::string progress_of(const auto&) { return {}; }

}  // namespace

std::string upper(Model model) {
  std::string text(name(model));
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string finding_text(const Finding& e, Model model, const Style& style) {
  std::string out = fmt::format("{}: {}{}\n\n", paint(e.place.exact(), Paint::Bold, style),
                                paint("error: ", Paint::Red, style), e.message);
  for (const std::string& text : e.explanation) out += paragraph(text, style, 2);
  if (!e.run.story.empty()) {
    out += fmt::format("\n  How it happens under {} (time runs downwards):\n\n",
                       e.under_sc == UnderSc::Fails ? "SC" : upper(model));
    out += draw(e.run.story, e.run.threads, style, e.run.roles);
  }
  if (!e.run.legend.empty()) out += '\n';
  for (const std::string& line : e.run.legend) out += paragraph(line, style, 2);
  if (e.run.left_out != 0)
    out += fmt::format("\n  {} left out; --full shows all.\n", counted(e.run.left_out, "step"));
  if (e.executions > 1)
    out += fmt::format("\n  {} of those explored end like this.\n",
                       counted(e.executions, "execution"));
  if (!e.schedule_file.empty())
    out += fmt::format("\n  Again: overtake replay {}\n", shell_word(e.schedule_file));
  return out + '\n';
}

std::string verdict_text(const Frame& frame, const std::string& verdict, Paint color,
                         const Style& style) {
  return fmt::format("{}: {}\n", joined(frame.input), paint(verdict, color, style));
}

std::string reasons_text(const std::vector<Reason>& reasons, const Style& style) {
  std::string out;
  for (const Reason& reason : reasons) out += paragraph(sentence(reason), style, 2);
  return out;
}

std::string loops_text(const std::vector<Place>& bounded_loops) {
  std::string out;
  for (const Place& loop : bounded_loops)
    out += fmt::format("  {}: this loop was cut off by --unroll\n", loop.text());
  return out;
}

std::string text_of(const BenchDocument& d, const Style&) {
  std::string out = fmt::format("{:<24} {:>6} {:<5} {:<10} {:<12} {:>12} {:>9} {:>6}\n", "program",
                                "N", "model", "algorithm", "verdict", "executions", "CPU s", "MB");
  for (const BenchRun& r : d.runs)
    out += fmt::format("{:<24} {:>6} {:<5} {:<10} {:<12} {:>12} {:>9.2f} {:>6.0f}\n", r.program,
                       r.size, r.model, r.algorithm, r.verdict,
                       r.executions ? std::to_string(*r.executions) : "-", r.seconds,
                       static_cast<double>(r.peak_memory_bytes) / 1e6);
  return out + (d.finished ? "" : "stopped before the end\n");
}

std::string text_of(const IrDocument& d, const Style&) { return d.text; }

std::string text_of(const FuzzDocument& d, const Style&) {
  if (d.failure) return d.failure->text;
  return fmt::format(
      "{} random programs from seed {} on, {} checks, {} passed over: no difference\n", d.programs,
      d.first_seed, d.checks, d.passed_over);
}

std::string to_text(const Document& document, const Style& style) {
  return std::visit([&](const auto& d) { return text_of(d, style); }, document);
}

std::string progress_text(const Document& so_far) {
  return std::visit([](const auto& d) { return progress_of(d); }, so_far);
}

}  // namespace overtake::report
