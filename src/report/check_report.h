// What `overtake check` has to say, as data, as text and as JSON (docs/json.md).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/model.h"
#include "memory/replay.h"
#include "report/places.h"
#include "report/text.h"
#include "smc/check.h"

namespace overtake::report {

enum class Verdict : std::uint8_t { Safe, Error, Inconclusive };
std::string_view name(Verdict verdict);

// The two accesses of a data race: steps of the schedule. Neither happens before the other.
struct Race {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

struct ErrorReport {
  exec::Error error;
  memory::Schedule schedule;
  memory::Replay replay;         // of `schedule`
  std::optional<Race> race;      // if the error is one
  std::uint64_t executions = 1;  // of those explored, how many end in it
  std::string schedule_file;     // where `overtake replay` finds it; empty: nowhere
};

struct CheckReport {
  std::vector<std::string> input;
  Model model = Model::SC;
  std::string equivalence;         // the one that was used
  std::string rf_because;          // the construct that --equivalence rvf does not know
  std::string exhaustive_because;  // the construct that --equivalence rf does not know
  Verdict verdict = Verdict::Inconclusive;
  std::vector<std::string> reasons;  // why inconclusive; empty otherwise
  std::vector<std::string> notes;    // what else there is to say
  std::optional<smc::Statistics> statistics;
  smc::CheckResult::Executions executions;
  std::vector<ErrorReport> errors;
  std::vector<Place> bounded_loops;
  std::string input_range;  // "0..3" if nondeterministic inputs were restricted to it
  std::vector<std::string> restricted_inputs;  // the functions whose results were restricted
  std::string output;  // what the program printed on the way to the first error
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

struct TextOptions {
  Style style;
  bool full = false;  // every step of a counterexample
};

// A guess is given with two digits: "3400", "1.2e+09".
std::string rounded(double guess);

// The message of an error: what the program says, or what the error is.
std::string message(const ir::Program& program, const ErrorReport& error);

std::string to_text(const CheckReport& report, const ir::Program& program,
                    const TextOptions& options);

// One error with its counterexample: what `overtake replay` shows.
std::string to_text(const ErrorReport& error, const ir::Program& program, Model model,
                    const TextOptions& options);

// The result document, from which every other format is made (docs/json.md). `full`: the story
// of a counterexample has every step.
nlohmann::ordered_json to_json(const CheckReport& report, const ir::Program& program,
                               bool full = false);
nlohmann::ordered_json schedule_json(const ir::Program& program, const memory::Replay& replay);
nlohmann::ordered_json error_json(const ErrorReport& error, const ir::Program& program,
                                  bool full = false);

// Adds what every renderer of executions draws: threads, story, schedule, edges.
void add_execution(nlohmann::ordered_json& json, const ir::Program& program,
                   const memory::Replay& replay, bool full = false);

// Adds the text of all files that the document names, so that it can be rendered without them.
void add_sources(nlohmann::ordered_json& document);

}  // namespace overtake::report
