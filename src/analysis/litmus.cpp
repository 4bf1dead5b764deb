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
#include "memory/lower.h"
#include "memory/replay.h"
#include "report/make_run.h"

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

// The runs that were kept, replayed on the machine.
std::vector<report::LitmusRun> runs_of(const overtake::litmus::Test& test,
                                       const overtake::litmus::Outcome& o,
                                       const MemoryModel& model) {
  if (o.runs.empty()) return {};
  const ir::Program program = memory::lower_orders(overtake::litmus::lower(test).program, model);
  const exec::Executor executor(program);
  std::vector<report::LitmusRun> runs;
  for (std::size_t i = 0; i < o.runs.size(); ++i) {
    const memory::Replay replay = memory::replay(executor, {model}, o.runs[i].schedule);
    if (!replay.valid)
      throw InternalError("the run of a litmus test does not replay: " + replay.invalid_reason);
    std::string state;
    for (std::size_t l = 0; l < o.locations.size(); ++l)
      state += fmt::format("{}{}={}", l == 0 ? "" : "; ", o.locations[l], o.states[i][l]);
    runs.push_back(
        {std::move(state), o.runs[i].satisfies, report::make_run(program, replay, true)});
  }
  return runs;
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
      const overtake::litmus::Test test = overtake::litmus::parse(frontend::read_text(file), file);
      const overtake::litmus::Outcome o = overtake::litmus::run(
          test, {.model = options.model, .stop = control.stop, .runs = options.runs});
      if (!o.finished) return d;
      result = result_of(o);
      result.runs = runs_of(test, o, options.model);
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
