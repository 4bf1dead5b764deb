#include "report/check_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "ir/errors.h"
#include "report/document_text.h"
#include "report/names.h"

namespace overtake::report {
std::string rounded(double guess) {
  if (guess < 100) return fmt::format("{:.0f}", guess);
  if (guess >= 1e7) return fmt::format("{:.1e}", guess);
  const double unit = std::pow(10, std::floor(std::log10(guess)) - 1);
  return fmt::format("{:.0f}", std::round(guess / unit) * unit);
}

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
  if (error.race) {
    SourceText text;
    const memory::Record& first = error.replay.records[error.race->first];
    const memory::Record& second = error.replay.records[error.race->second];
    const Place place = user_place(program, second.op.source, second.calls);
    Names names(program, error.replay);
    return fmt::format(
        "data race: {} is accessed here by {} and at {} by {}, and neither happens "
        "before the other",
        names.variable(second.op.address, second.op.size, text.line(place)),
        names.thread(second.step.thread), user_place(program, first.op.source, first.calls).text(),
        names.thread(first.step.thread));
  }
  const std::string said = Names(program, error.replay).message(error.error);
  const std::string_view what = ir::describe(error.error.kind);
  if (error.error.origin.valid())
    return fmt::format("{}; its memory is from {}", what,
                       user_place(program, error.error.origin, {}).text());
  return said.empty() ? std::string(what) : fmt::format("{}: {}", what, said);
}

std::string to_text(const ErrorReport& error, const ir::Program& program, Model model,
                    const TextOptions& options) {
  const nlohmann::ordered_json document{{"command", "replay"},
                                        {"model", overtake::name(model)},
                                        {"errors", {error_json(error, program, options.full)}}};
  return to_text(document, options.style);
}

std::string to_text(const CheckReport& report, const ir::Program& program,
                    const TextOptions& options) {
  return to_text(to_json(report, program, options.full), options.style);
}

}  // namespace overtake::report
