#include "report/places.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "ir/user_place.h"

namespace overtake::report {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  const std::size_t last = text.find_last_not_of(" \t\r");
  std::string result = text.substr(first, last - first + 1);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = ' ';  // no control codes in reports
  return result;
}

}  // namespace

bool in_library(const ir::Program& program, ir::SourceId source) {
  return ir::origin(program, source) == ir::FileOrigin::Model;
}

Place shown_place(const ir::Program& program, ir::SourceId source,
                  std::span<const ir::SourceId> calls) {
  if (const auto place = ir::user_place(program, source, calls))
    return {program.files[place->file.index()].path, place->line, place->column, false};
  if (ir::origin(program, source) == ir::FileOrigin::User) return {};
  const ir::Source& s = program.sources[source.index()];
  return {program.files[s.file.index()].path, s.line, s.column, true};
}

std::string source_text(const std::string& file) {
  // Inputs may be folders (of litmus tests); reading one throws, it does not only fail.
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  return in.bad() || text.find('\0') != std::string::npos ? std::string() : text;
}

std::string_view SourceText::line(const Place& place) {
  if (!place.known() || place.in_library) return {};
  auto it = files_.find(place.file);
  if (it == files_.end()) {
    std::vector<std::string> lines;
    std::ifstream in(place.file);
    for (std::string text; std::getline(in, text);) lines.push_back(trimmed(text));
    it = files_.emplace(place.file, std::move(lines)).first;
  }
  if (place.line > it->second.size()) return {};
  return it->second[place.line - 1];
}

}  // namespace overtake::report
