#include "cli/litmus_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "cli/exit_codes.h"
#include "cli/terminal.h"
#include "cli/watchdog.h"
#include "frontend/litmus/parser.h"
#include "frontend/text_file.h"
#include "litmus/expect.h"
#include "litmus/run.h"

namespace overtake::cli {
namespace {

namespace fs = std::filesystem;
using litmus::Outcome;

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

nlohmann::json to_json(const std::string& value) {
  std::int64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error == std::errc{} && stop == end) return number;
  return value;  // an address
}

nlohmann::json to_json(const Outcome& o) {
  nlohmann::json states = nlohmann::json::array();
  for (const auto& state : o.states) {
    nlohmann::json values = nlohmann::json::object();
    for (std::size_t i = 0; i < state.size(); ++i) values[o.locations[i]] = to_json(state[i]);
    states.push_back(std::move(values));
  }
  return {{"file", o.file},
          {"test", o.test},
          {"condition", o.condition},
          {"ok", o.ok},
          {"observation", litmus::name(o.observation())},
          {"positive", o.positive},
          {"negative", o.negative},
          {"states", std::move(states)},
          {"seconds", o.seconds}};
}

class Suite {
 public:
  explicit Suite(const Settings& settings)
      : settings_(settings),
        model_(settings.model.value_or(kDefaultModel)),
        watchdog_({.timeout = settings.timeout, .memory = settings.memory}, [](StopReason why) {
          fmt::print(stderr, "overtake: inconclusive: {}\n", describe(why));
          _exit(to_int(ExitCode::Inconclusive));
        }) {}

  int run() {
    const std::vector<std::string> files = expand_suite(settings_.files);
    if (!settings_.expect_file.empty())
      expected_ = litmus::parse_expectations(frontend::read_text(settings_.expect_file),
                                             settings_.expect_file);
    for (const std::string& file : files) {
      one(file);
      if (stopped_) break;
    }
    if (settings_.json)
      write_stdout(json().dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    else if (files.size() > 1)
      write_stdout(summary());
    return exit_code();
  }

 private:
  void one(const std::string& file) {
    try {
      const litmus::Test test = litmus::parse(frontend::read_text(file), file);
      Outcome o = litmus::run(
          test, {.model = model_, .pso_rmw = settings_.pso_rmw, .stop = &watchdog_.stop()});
      if (!o.finished) {
        stopped_ = true;
        fmt::print(stderr, "overtake: inconclusive: {}: {}\n", file, describe(watchdog_.reason()));
        return;
      }
      ++(o.ok ? ok_ : no_);
      if (!settings_.json) write_stdout(litmus::to_log(o));
      nlohmann::json row = to_json(o);
      if (expected_) {
        const std::string difference = compare(o);
        if (!difference.empty()) {
          ++different_;
          row["difference"] = difference;
          fmt::print(stderr, "overtake: {}: {}\n", file, difference);
        }
      }
      rows_.push_back(std::move(row));
    } catch (const LimitReached& reached) {
      stopped_ = true;
      fmt::print(stderr, "overtake: inconclusive: {}: {}\n", file, reached.what);
    } catch (const InputError& error) {
      // The other tests of a suite are worth running.
      ++bad_;
      fmt::print(stderr, "overtake: {}\n", error.what());
      rows_.push_back({{"file", file}, {"error", error.what()}});
    }
  }

  std::string compare(const Outcome& o) const {
    const auto found = expected_->find(o.test);
    if (found == expected_->end())
      return fmt::format("{} says nothing about test {}", settings_.expect_file, o.test);
    return litmus::difference(o, found->second);
  }

  std::string summary() const {
    std::string out = fmt::format("Summary {}: {} tests, {} Ok, {} No", overtake::name(model_),
                                  ok_ + no_ + bad_, ok_, no_);
    if (bad_ > 0) out += fmt::format(", {} could not be run", bad_);
    if (expected_) out += fmt::format(", {} not as expected", different_);
    if (stopped_) out += ", stopped before the end";
    return out + "\n";
  }

  nlohmann::json json() const {
    nlohmann::json out{
        {"command", "litmus"},      {"version", OVERTAKE_VERSION},
        {"input", settings_.files}, {"model", overtake::name(model_)},
        {"tests", rows_},           {"summary", {{"ok", ok_}, {"no", no_}, {"errors", bad_}}},
        {"finished", !stopped_}};
    if (expected_) out["summary"]["different"] = different_;
    return out;
  }

  int exit_code() const {
    if (different_ > 0) return to_int(ExitCode::ErrorFound);
    if (bad_ > 0) return to_int(ExitCode::BadInput);
    return to_int(stopped_ ? ExitCode::Inconclusive : ExitCode::NoError);
  }

  const Settings& settings_;
  const Model model_;
  std::optional<litmus::Expectations> expected_;
  nlohmann::json rows_ = nlohmann::json::array();
  std::size_t ok_ = 0, no_ = 0, bad_ = 0, different_ = 0;
  bool stopped_ = false;
  Watchdog watchdog_;
};

}  // namespace

std::vector<std::string> expand_suite(const std::vector<std::string>& arguments) {
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

int litmus_command(const Settings& settings) { return Suite(settings).run(); }

}  // namespace overtake::cli
