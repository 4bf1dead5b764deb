// The one table of options: parsing, help, manual pages and completions all come from it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/model.h"
#include "cli/values.h"
#include "consistency/consistency.h"
#include "ir/program.h"
#include "smc/check.h"

namespace overtake::cli {

// Everything that can be said on the command line. Each command reads what its options set.
struct Settings {
  std::vector<std::string> files;
  std::vector<std::string> compiler_flags;  // after `--`
  std::optional<Model> model;
  smc::Equivalence equivalence = smc::Equivalence::Rf;
  smc::RvfOptions rvf;
  PsoRmw pso_rmw = PsoRmw::All;
  std::optional<std::uint32_t> unroll;
  std::optional<std::uint32_t> preemption_bound;
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::uint64_t> memory;
  std::optional<Range> nondet_range;
  std::uint64_t max_executions = 0;
  std::uint32_t jobs = 0;  // 0: as many as there are processors
  std::string checkpoint_file, resume_file;
  std::chrono::milliseconds checkpoint_every{60'000};
  int optimize = 0;
  std::string entry = "main";
  std::string compile_database;  // a compile_commands.json, or the folder with it
  std::string schedule_file;
  std::string html_file, sarif_file, dot_file, witness_file;  // reports to write
  std::string expect_file;
  std::string format;  // of the input; empty: by the files' names
  std::string instances_folder;
  bool all_errors = false;
  std::vector<ir::ErrorKind> ignored;  // errors that do not count
  bool stats = false;
  bool races = false;
  bool spurious_wakeups = false;
  bool show_output = false;
  bool full = false;
  bool json = false;
  consistency::Algorithm algorithm = consistency::Algorithm::Portfolio;
  std::string trace_format;  // of recorded traces; empty: by their contents
  bool no_closure = false;
  bool order = false;
  bool explain = false;
  bool terse = false;
  std::string criterion;  // of fences; empty: by the model
  std::string cost = "count";
  std::uint32_t buffer = 0;      // 0: grown until it does not matter
  std::uint32_t value_bits = 0;  // 0: values are as large as they are
  bool all_sets = false;
  std::string patch_file;  // fences as a unified diff; "-": standard output
  bool apply = false;      // fences into the files themselves
  std::string style = "fence";
  std::optional<std::uint32_t> flatten;
  std::string backend = "explicit";
  std::string reduction;     // print PERSIST's target program as gcl or promela
  std::uint32_t rounds = 0;  // of bounded model checking; 0 here and below: raised as needed
  std::uint32_t max_clock = 0;
  std::uint32_t queue = 0;
  std::uint32_t int_bits = 0;  // 0: full width
  std::string sma = "timeline";
  std::string emit = "c";
  // overtake observe
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;
  std::string strategy;
  std::uint64_t interval = 0;  // steps between preemptions; 0: by the seed
  std::uint64_t window = 0;    // events that are remembered; 0: the default
  std::string record_file;
  std::string suppressions_file;
  std::string findings_file;  // of a program that shows its findings itself
  std::optional<std::uint64_t> findings_at;
};

// How many threads to use.
std::uint32_t jobs(const Settings& settings);

inline constexpr Model kDefaultModel = Model::TSO;

struct Option {
  std::string_view name;                                    // "--model"
  std::string_view value;                                   // what stands after it; empty: a flag
  std::string_view help;                                    // one line
  void (*set)(Settings& settings, std::string_view value);  // throws UsageError
};

std::span<const Option> all_options();

// Throws InternalError if the table has no such option.
const Option& option(std::string_view name);

}  // namespace overtake::cli
