#include "cli/report_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/terminal.h"
#include "report/dot.h"
#include "report/html.h"
#include "report/sarif.h"
#include "report/witness.h"

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

void write_witness(const std::string& path, const Json& document) {
  if (!report::has_violation(document)) {
    fmt::print(stderr, "overtake: {}: not written, because there is no violation to witness\n",
               path);
    return;
  }
  const bool yaml = path.ends_with(".yml") || path.ends_with(".yaml");
  const std::string time = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  write_file(path,
             yaml ? report::to_yaml_witness(document, time) : report::to_graphml(document, time));
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
  if (!settings.sarif_file.empty()) write_file(settings.sarif_file, report::to_sarif(document));
  if (!settings.witness_file.empty()) write_witness(settings.witness_file, document);
  if (!settings.dot_file.empty()) write_file(settings.dot_file, report::to_dot(document));
  if (!settings.html_file.empty()) write_file(settings.html_file, report::to_html(document));
}

}  // namespace overtake::cli
