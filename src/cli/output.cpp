#include "cli/output.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "report/document_text.h"
#include "report/dot.h"
#include "report/html.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/witness.h"

namespace overtake::cli {
namespace {

// One file for each model: bug.html becomes bug.tso.html.
Settings for_model(const Settings& settings, Model model) {
  Settings s = settings;
  for (std::string* path : {&s.html_file, &s.sarif_file, &s.dot_file, &s.witness_file}) {
    if (path->empty()) continue;
    if (*path == "-") throw UsageError("standard output can take the report of one model only");
    std::filesystem::path named = *path;
    named.replace_filename(
        fmt::format("{}.{}{}", named.stem().string(), name(model), named.extension().string()));
    *path = named.string();
  }
  return s;
}

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

bool text_wanted(const Settings& s) {
  int others = s.json ? 1 : 0;
  for (const std::string* file :
       {&s.html_file, &s.sarif_file, &s.dot_file, &s.witness_file, &s.patch_file})
    others += *file == "-" ? 1 : 0;
  if (others > 1) throw UsageError("standard output can take one of the reports only");
  if (others == 1 && !s.json && !s.several.empty())
    throw UsageError("standard output can take the report of one model only");
  return others == 0 || s.json;
}

void print_document(const Settings& settings, report::Document& document, const std::string* text) {
  if (document_wanted(settings)) report::add_sources(document);
  if (settings.json)
    write_stdout(report::json_text(document));
  else
    write_stdout(text != nullptr
                     ? *text
                     : report::to_text(document, style_of(STDOUT_FILENO, settings.color)));
}

void write_report_files(const Settings& settings, const report::Document& document) {
  if (const auto* models = std::get_if<report::ModelsDocument>(&document)) {
    for (const report::CheckDocument& d : models->results)
      write_report_files(for_model(settings, d.frame.model), d);
    return;
  }
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
