#include "cli/output.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <fstream>

#include "base/error.h"
#include "cli/terminal.h"
#include "report/document_text.h"
#include "report/dot.h"
#include "report/html.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/witness.h"

namespace overtake::cli {
namespace {

bool files_wanted(const Settings& s) {
  return !s.html_file.empty() || !s.sarif_file.empty() || !s.dot_file.empty() ||
         !s.witness_file.empty();
}

void write_witness(const std::string& path, const report::Document& document) {
  if (!report::has_violation(document)) {
    complain(fmt::format("{}: not written, because there is no violation to witness", path));
    return;
  }
  const bool yaml = path.ends_with(".yml") || path.ends_with(".yaml");
  const std::string time = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  write_file(path,
             yaml ? report::to_yaml_witness(document, time) : report::to_graphml(document, time));
}

}  // namespace

bool document_wanted(const Settings& s) { return s.json || files_wanted(s); }

void print_document(const Settings& settings, report::Document& document, const std::string* text) {
  if (document_wanted(settings)) report::add_sources(document);
  if (settings.json)
    write_stdout(report::json_text(document));
  else
    write_stdout(text != nullptr ? *text : report::to_text(document, style_of(STDOUT_FILENO)));
}

void write_report_files(const Settings& settings, const report::Document& document) {
  if (!settings.sarif_file.empty()) write_file(settings.sarif_file, report::to_sarif(document));
  if (!settings.witness_file.empty()) write_witness(settings.witness_file, document);
  if (!settings.dot_file.empty()) write_file(settings.dot_file, report::to_dot(document));
  if (!settings.html_file.empty()) write_file(settings.html_file, report::to_html(document));
}

void write_file(const std::string& path, const std::string& text) {
  if (path == "-") return write_stdout(text);
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw InputError(fmt::format("{}: cannot be written", path));
}

}  // namespace overtake::cli
