#include "cli/explain_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/shell.h"
#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "report/document_text.h"
#include "report/json.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;

Json read_json(const std::string& path) {
  try {
    if (path == "-") return Json::parse(std::cin);
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(fmt::format("{}: cannot be opened", path));
    return Json::parse(in);
  } catch (const Json::exception& error) {  // also numbers that are too large
    throw InputError(fmt::format("{}: this is not JSON: {}", path, error.what()));
  }
}

report::Document read_document(const std::string& path) {
  const Json json = read_json(path);
  if (json.is_object() && json.contains("overtake") && json.contains("steps"))
    throw InputError(fmt::format("{}: this is a schedule, shown by: overtake replay {}", path,
                                 shell_word(path)));
  const Json& first = json.is_array() && !json.empty() ? json.front() : json;  // one a model
  if (!first.is_object() || !first.contains("command") || !first["command"].is_string())
    throw InputError(fmt::format(
        "{}: this is not a result of overtake; save one with 'overtake check ... --json > FILE'",
        path));
  try {
    return report::from_json(json);
  } catch (const InputError& error) {
    // The JSON of another program, or edited by hand.
    throw InputError(fmt::format("{}: a part of the result is missing or of another kind ({})",
                                 path, error.what()));
  }
}

}  // namespace

int explain_command(const Settings& s) {
  if (s.files.size() != 1) throw UsageError("one RESULT_FILE is explained at a time");
  text_wanted(s);
  const report::Document document = read_document(s.files.front());
  if (s.json)
    write_stdout(report::json_text(document));
  else if (!document_wanted(s))
    write_stdout(report::to_text(document, style_of(STDOUT_FILENO, s.color)));
  write_report_files(s, document);
  return to_int(ExitCode::NoError);
}

}  // namespace overtake::cli
