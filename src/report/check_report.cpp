#include "report/check_report.h"

#include <fmt/format.h>

#include "ir/errors.h"
#include "report/names.h"
#include "report/story.h"

namespace overtake::report {
namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (const std::string& part : parts) {
    if (!result.empty()) result += separator;
    result += part;
  }
  return result;
}

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string executions_text(const CheckReport& report) {
  const auto& e = report.executions;
  std::string text = counted(e.complete + e.blocked + e.bounded + e.redundant, "execution");
  std::vector<std::string> parts;
  if (e.blocked != 0) parts.push_back(fmt::format("{} stopped by an assume", e.blocked));
  if (e.bounded != 0) parts.push_back(fmt::format("{} cut off by a loop bound", e.bounded));
  if (e.redundant != 0) parts.push_back(fmt::format("{} redundant", e.redundant));
  if (!parts.empty()) text += fmt::format(" ({})", joined(parts, ", "));
  return fmt::format("{}, {:.2f} s, {:.0f} MB", text, report.seconds,
                     static_cast<double>(report.peak_memory_bytes) / 1e6);
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe:
      return "safe";
    case Verdict::Error:
      return "error";
    case Verdict::Inconclusive:
      return "inconclusive";
  }
  return "?";
}

std::string message(const ir::Program& program, const ErrorReport& error) {
  const std::string said = Names(program, error.replay).message(error.error);
  const std::string_view what = ir::describe(error.error.kind);
  return said.empty() ? std::string(what) : fmt::format("{}: {}", what, said);
}

std::string to_text(const ErrorReport& error, const ir::Program& program, Model model,
                    const TextOptions& options) {
  const Style& style = options.style;
  const Place place = user_place(program, error.error.source, error.replay.error_calls);
  std::string out = fmt::format("{}: {}\n\n", paint(place.text(), Paint::Bold, style),
                                paint(message(program, error), Paint::Red, style));
  SourceText text;
  const Story story = tell(program, error.replay, text, {.full = options.full});
  for (const std::string& sentence : story.sentences) out += paragraph(sentence, style, 2);
  out += fmt::format("\n  How it happens under {} (time runs downwards):\n\n", upper(name(model)));
  out += draw(story, error.replay.thread_names, style);
  if (!story.legend.empty()) out += '\n';
  for (const std::string& line : story.legend) out += paragraph(line, style, 2);
  if (story.left_out != 0)
    out += fmt::format("\n  {} left out; --full shows all.\n", counted(story.left_out, "step"));
  return out;
}

std::string to_text(const CheckReport& report, const ir::Program& program,
                    const TextOptions& options) {
  const Style& style = options.style;
  std::string out;
  for (const ErrorReport& error : report.errors)
    out += to_text(error, program, report.model, options) + '\n';
  if (!report.output.empty()) {
    out += "Output of the program on the way there:\n";
    out += report.output;
    if (!report.output.ends_with('\n')) out += '\n';
    out += '\n';
  }
  const std::string model = upper(name(report.model));
  const std::string input = joined(report.input, ", ");
  switch (report.verdict) {
    case Verdict::Safe:
      out += fmt::format("{}: {}\n", input,
                         paint(fmt::format("no error under {}", model), Paint::Green, style));
      break;
    case Verdict::Error:
      out += fmt::format(
          "{}: {}\n", input,
          paint(fmt::format("{} under {}", counted(report.errors.size(), "error"), model),
                Paint::Red, style));
      break;
    case Verdict::Inconclusive:
      out += fmt::format("{}: {}\n", input,
                         paint(fmt::format("inconclusive under {}: no error found, but not "
                                           "everything was explored",
                                           model),
                               Paint::Yellow, style));
  }
  for (const std::string& reason : report.reasons) out += paragraph(reason, style, 2);
  for (const Place& loop : report.bounded_loops)
    out += fmt::format("  {}: this loop was cut off by --unroll\n", loop.text());
  if (!report.input_range.empty())
    out += paragraph(fmt::format("for inputs in {} only ({})", report.input_range,
                                 joined(report.restricted_inputs, ", ")),
                     style, 2);
  if (!report.rf_because.empty())
    out += paragraph(fmt::format("explored by reads-from, because of {}", report.rf_because), style,
                     2);
  if (!report.exhaustive_because.empty())
    out += paragraph(fmt::format("explored exhaustively, because of {}", report.exhaustive_because),
                     style, 2);
  out += fmt::format("  {}\n", executions_text(report));
  return out;
}

}  // namespace overtake::report
