#include "report/check_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ir/errors.h"
#include "report/document_text.h"
#include "report/names.h"

namespace overtake::report {
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
