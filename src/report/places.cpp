#include "report/places.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace overtake::report {
namespace {

bool is_library_file(std::string_view path) { return path.starts_with('<'); }
bool is_model_file(std::string_view path) { return path.starts_with("<runtime>"); }

std::string_view file_of(const ir::Program& program, ir::SourceId source) {
  if (!source.valid() || source.index() >= program.sources.size()) return {};
  const ir::FileId file = program.sources[source.index()].file;
  if (!file.valid() || file.index() >= program.files.size()) return {};
  return program.files[file.index()];
}

// The source itself, then what it was inlined into; the first that is the user's.
Place first_user_place(const ir::Program& program, ir::SourceId source) {
  // A malformed cycle of inlined_at must not hang a report.
  for (int depth = 0; source.valid() && depth < 1000; ++depth) {
    if (source.index() >= program.sources.size()) return {};
    const ir::Source& s = program.sources[source.index()];
    if (s.file.valid() && s.file.index() < program.files.size() && s.line != 0) {
      const std::string& path = program.files[s.file.index()];
      if (!is_library_file(path)) return {path, s.line, s.column, false};
    }
    source = s.inlined_at;
  }
  return {};
}

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

std::string Place::text() const {
  return known() ? fmt::format("{}:{}", file, line) : "an unknown place";
}

bool in_library(const ir::Program& program, ir::SourceId source) {
  return is_model_file(file_of(program, source));
}

Place user_place(const ir::Program& program, ir::SourceId source,
                 std::span<const ir::SourceId> calls) {
  Place place = first_user_place(program, source);
  for (std::size_t i = 0; i < calls.size() && !place.known(); ++i)
    place = first_user_place(program, calls[i]);
  if (place.known() || !is_library_file(file_of(program, source))) return place;
  const ir::Source& s = program.sources[source.index()];
  return {program.files[s.file.index()], s.line, s.column, true};
}

std::string source_text(const std::string& file) {
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
