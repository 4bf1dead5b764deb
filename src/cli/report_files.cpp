#include "cli/report_files.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/terminal.h"
#include "report/dot.h"
#include "report/html.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;

void write_file(const std::string& path, const std::string& text) {
  if (path == "-") return write_stdout(text);
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw InputError(fmt::format("{}: cannot be written", path));
}

}  // namespace

std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool reports_wanted(const Settings& s) {
  return !s.html_file.empty() || !s.sarif_file.empty() || !s.dot_file.empty() ||
         !s.witness_file.empty();
}

void write_report_files(const Settings& settings, const Json& document) {
  if (!settings.dot_file.empty()) write_file(settings.dot_file, report::to_dot(document));
  if (!settings.html_file.empty()) write_file(settings.html_file, report::to_html(document));
}

}  // namespace overtake::cli
