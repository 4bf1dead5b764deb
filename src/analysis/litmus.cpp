#include "analysis/litmus.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "analysis/frame.h"
#include "base/error.h"
#include "frontend/litmus/parser.h"
#include "frontend/text_file.h"
#include "litmus/expect.h"
#include "litmus/run.h"

namespace overtake::analysis {
namespace {

namespace fs = std::filesystem;
using overtake::litmus::Expectations;
using report::LitmusResult;

void add_folder(const std::string& folder, std::vector<std::string>& files) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error))
    if (it->path().extension() == ".litmus") found.push_back(it->path().string());
  if (error) throw InputError(fmt::format("{}: {}", folder, error.message()));
  if (found.empty()) throw InputError(folder + ": no .litmus file in this folder");
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

void add_list(const std::string& list, std::vector<std::string>& files) {
  std::istringstream in(frontend::read_text(list));
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find('#'));
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos) continue;
    line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
    files.push_back((fs::path(list).parent_path() / line).string());
  }
}

LitmusResult result_of(const overtake::litmus::Outcome& o) {
  return {.file = o.file,
          .test = o.test,
          .condition = o.condition,
          .hash = o.hash,
          .observation = std::string(overtake::litmus::name(o.observation())),
          .ok = o.ok,
          .positive = o.positive,
          .negative = o.negative,
          .locations = o.locations,
          .states = o.states,
          .seconds = o.seconds};
}

std::string difference(const overtake::litmus::Outcome& o, const Expectations& expected,
                       const std::string& file) {
  const auto found = expected.find(o.test);
  if (found == expected.end()) return fmt::format("{} says nothing about test {}", file, o.test);
  return overtake::litmus::difference(o, found->second);
}

}  // namespace

std::vector<std::string> suite_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (argument.starts_with('@'))
      add_list(argument.substr(1), files);
    else if (fs::is_directory(argument, ignored))
      add_folder(argument, files);
    else
      files.push_back(argument);
  }
  std::vector<std::string> unique;
  for (std::string& file : files)
    if (std::find(unique.begin(), unique.end(), file) == unique.end())
      unique.push_back(std::move(file));
  return unique;
}

report::LitmusDocument litmus(const LitmusOptions& options, const Control& control) {
  const Clock clock;
  report::LitmusDocument d{.frame = clock.frame(options.files, options.model.base)};
  d.expected = !options.expect_file.empty();
  control.tell(d);
  const std::vector<std::string> files = suite_files(options.files);
  d.files = files.size();
  Expectations expected;
  if (d.expected)
    expected = overtake::litmus::parse_expectations(frontend::read_text(options.expect_file),
                                                    options.expect_file);
  for (const std::string& file : files) {
    LitmusResult result{.file = file};
    try {
      const overtake::litmus::Outcome o =
          overtake::litmus::run(overtake::litmus::parse(frontend::read_text(file), file),
                                {.model = options.model, .stop = control.stop});
      if (!o.finished) return d;
      result = result_of(o);
      if (d.expected) result.difference = difference(o, expected, options.expect_file);
    } catch (const InputError& error) {
      result.error = error.what();
    }
    if (options.on_test) options.on_test(result);
    d.tests.push_back(std::move(result));
  }
  d.finished = true;
  return d;
}

}  // namespace overtake::analysis
