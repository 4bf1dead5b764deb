#include "annotations.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace overtake::test {
namespace {

constexpr std::string_view kPrefix = "// overtake: ";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::istringstream in(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

// The rest of the line belongs to the key.
bool takes_the_rest(const std::string& key) {
  return key == "args" || key == "stdout" || key == "stderr";
}

class Reader {
 public:
  explicit Reader(Annotations& into) : into_(into) {}

  void line(const std::string& text) {
    Expectation expected;
    std::vector<std::string> models;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t equals = text.find('=', at);
      if (equals == std::string::npos)
        throw std::runtime_error("no '=' after '" + text.substr(at) + "'");
      const std::string key = text.substr(at, equals - at);
      const std::size_t end =
          takes_the_rest(key) ? text.size() : std::min(text.find(' ', equals), text.size());
      const std::string value = text.substr(equals + 1, end - equals - 1);
      at = end == text.size() ? end : end + 1;
      if (key == "model")
        models = split(value, ',');
      else if (key == "verdict")
        expected.verdict = value;
      else if (key == "kind")
        expected.kind = value;
      else if (key == "line")
        expected.line = std::stoul(value);
      else if (key == "executions")
        expected.executions = std::stoull(value);
      else if (key == "args")
        arguments(words_of(value));
      else if (key == "exit")
        into_.exit_code = std::stoi(value);
      else if (key == "stdout")
        into_.says_out.push_back(value);
      else if (key == "stderr")
        into_.says_err.push_back(value);
      else
        throw std::runtime_error("unknown annotation '" + key + "=" + value + "'");
    }
    for (const std::string& model : models) {
      expected.model = model;
      into_.expectations.push_back(expected);
    }
  }

 private:
  void arguments(const std::vector<std::string>& words) {
    const auto dashes = std::ranges::find(words, "--");
    into_.arguments.assign(words.begin(), dashes);
    if (dashes != words.end()) into_.compiler.assign(dashes + 1, words.end());
  }

  Annotations& into_;
};

}  // namespace

Annotations read_annotations(const std::filesystem::path& file) {
  Annotations annotations;
  Reader reader(annotations);
  std::ifstream in(file);
  unsigned number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.starts_with(kPrefix)) continue;
    try {
      reader.line(line.substr(kPrefix.size()));
    } catch (const std::exception& problem) {
      throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": " +
                               problem.what());
    }
  }
  return annotations;
}

std::vector<std::filesystem::path> programs_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp")
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

namespace {

// Executions without end are bounded for five seconds, which may be too short on a busy machine: a
// program that is decided gets more.
bool ends_by_itself(const Annotations& annotations) {
  const auto limits = {"--timeout", "--accept-bounds", "--hunt"};
  return std::ranges::none_of(annotations.expectations,
                              [](const Expectation& e) { return e.verdict == "inconclusive"; }) &&
         std::ranges::find_first_of(annotations.arguments, limits) == annotations.arguments.end();
}

}  // namespace

std::vector<std::string> check_command(const std::filesystem::path& file,
                                       const Annotations& annotations,
                                       const std::vector<std::string>& more) {
  std::vector<std::string> command{"check", file.string()};
  command.insert(command.end(), more.begin(), more.end());
  command.insert(command.end(), annotations.arguments.begin(), annotations.arguments.end());
  if (ends_by_itself(annotations)) command.insert(command.end(), {"--timeout", "300s"});
  if (!annotations.compiler.empty()) {
    command.push_back("--");
    command.insert(command.end(), annotations.compiler.begin(), annotations.compiler.end());
  }
  return command;
}

}  // namespace overtake::test
