#include "analysis/trace_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "base/error.h"
#include "trace/axe_format.h"
#include "trace/json_format.h"

namespace overtake::analysis {
namespace {

namespace fs = std::filesystem;

std::string read_file(const std::string& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be opened", file));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw InputError(fmt::format("{}: cannot be read", file));
  return text;
}

// The files of a directory, in the order of their names.
std::vector<std::string> expand(const std::vector<std::string>& inputs) {
  std::vector<std::string> files;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input == "-" || !fs::is_directory(input, error)) {
      files.push_back(input);
      continue;
    }
    const std::size_t first = files.size();
    for (const auto& entry : fs::recursive_directory_iterator(input)) {
      const std::string extension = entry.path().extension().string();
      if (entry.is_regular_file() &&
          (extension == ".axe" || extension == ".json" || extension == ".txt"))
        files.push_back(entry.path().string());
    }
    if (files.size() == first)
      throw InputError(fmt::format("{}: holds no .axe, .txt or .json file", input));
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  }
  return files;
}

std::vector<std::string> files_of(const std::vector<std::string>& inputs) {
  try {
    return expand(inputs);
  } catch (const fs::filesystem_error& error) {
    throw InputError(error.what());
  }
}

bool looks_like_json(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (text[first] == '{' || text[first] == '[');
}

}  // namespace

std::vector<RecordedTrace> read_traces(const TraceFiles& s) {
  std::vector<RecordedTrace> traces;
  for (const std::string& file : files_of(s.files)) {
    const std::string text = read_file(file);
    const std::string shown = file == "-" ? "<stdin>" : file;
    const bool json = s.format == TraceFormat::Json ||
                      (s.format == TraceFormat::ByContents && looks_like_json(text));
    std::vector<RecordedTrace> some = json ? read_json_traces(text, shown) : read_axe(text, shown);
    std::move(some.begin(), some.end(), std::back_inserter(traces));
  }
  return traces;
}

bool names_traces(const TraceFiles& s) {
  return s.format != TraceFormat::ByContents ||
         std::all_of(s.files.begin(), s.files.end(), [](const std::string& file) {
           return file.ends_with(".axe") || file.ends_with(".json");
         });
}

}  // namespace overtake::analysis
