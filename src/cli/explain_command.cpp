#include "cli/explain_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/exit_codes.h"
#include "cli/report_files.h"
#include "cli/terminal.h"
#include "report/document_text.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;

Json read_document(const std::string& path) {
  Json document;
  try {
    if (path == "-") {
      document = Json::parse(std::cin);
    } else {
      std::ifstream in(path, std::ios::binary);
      if (!in) throw InputError(fmt::format("{}: cannot be opened", path));
      document = Json::parse(in);
    }
  } catch (const Json::parse_error& error) {
    throw InputError(fmt::format("{}: this is not JSON: {}", path, error.what()));
  }
  if (document.is_object() && document.contains("overtake") && document.contains("steps"))
    throw InputError(
        fmt::format("{}: this is a schedule; 'overtake replay {}' shows it", path, path));
  if (!document.is_object() || !document.contains("command") || !document["command"].is_string())
    throw InputError(fmt::format(
        "{}: this is not a result of overtake; save one with 'overtake check ... --json > FILE'",
        path));
  return document;
}

}  // namespace

int explain_command(const Settings& settings) {
  if (settings.files.size() != 1) throw UsageError("one RESULT_FILE is explained at a time");
  const std::string& path = settings.files.front();
  const Json document = read_document(path);
  try {
    if (settings.json)
      write_stdout(json_text(document));
    else if (!reports_wanted(settings))
      write_stdout(report::to_text(document, style_of(STDOUT_FILENO)));
    write_report_files(settings, document);
  } catch (const Json::exception& error) {
    // Somebody else's JSON, or edited by hand.
    throw InputError(fmt::format("{}: a part of the result is missing or of another kind ({})",
                                 path, error.what()));
  }
  return to_int(ExitCode::NoError);
}

}  // namespace overtake::cli
