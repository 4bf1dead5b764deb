// Everything that can be said on the command line. Each command reads what its options set.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "analysis/bench.h"
#include "fuzz/random_program.h"

namespace overtake::cli {

inline constexpr Model kDefaultModel = Model::TSO;

enum class PrintForm : std::uint8_t { Ir, C, Cpp };
// How observed programs are scheduled (docs/observe.md).
enum class Strategy : std::uint8_t { Mix, Pct, Random, RoundRobin, None };
enum class ColorWhen : std::uint8_t { Auto, Always, Never };

struct Settings {
  std::vector<std::string> files;
  std::vector<std::string> compiler_flags;  // after `--`
  std::vector<std::string> command;         // after `--`: a program and its arguments

  // The program.
  std::optional<Model> model;
  std::vector<Model> several;  // of `check --model sc,tso,pso`; empty: `model` alone
  PsoRmw pso_rmw = PsoRmw::All;
  analysis::InputFormat format = analysis::InputFormat::ByName;
  std::string entry = "main";
  std::string compile_database;  // a compile_commands.json, or the folder with it
  std::uint32_t optimize = 0;
  bool no_cache = false;
  std::optional<std::uint32_t> unroll;
  std::vector<analysis::LoopBound> loops;
  bool accept_bounds = false;
  std::optional<analysis::Range> nondet_range;
  bool spurious_wakeups = false;

  // Explorations.
  smc::Equivalence equivalence = smc::Equivalence::Rf;
  smc::RvfOptions rvf;
  bool races = false;
  bool all_errors = false;
  bool verify = false;
  std::vector<ir::ErrorKind> ignored;
  std::optional<std::uint32_t> preemption_bound;
  std::uint64_t max_executions = 0;
  std::string checkpoint_file, resume_file;
  std::chrono::milliseconds checkpoint_every{60'000};
  std::string instances_folder;

  // Limits.
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::uint64_t> memory;
  std::uint32_t jobs = 0;  // 0: as many as there are processors

  // Bounded model checking; 0: raised as needed, or full width.
  std::uint32_t rounds = 0;
  std::uint32_t max_clock = 0;
  std::uint32_t queue = 0;
  std::uint32_t int_bits = 0;
  seq::SmaKind sma = seq::SmaKind::Timeline;
  analysis::Emit emit = analysis::Emit::C;

  // Fences.
  std::optional<fences::Criterion> criterion;
  fences::Cost cost = fences::Cost::Count;
  std::optional<fences::Places> places;
  std::optional<fences::PatchStyle> style;
  std::string fence_text;
  analysis::Backend backend = analysis::Backend::Explicit;
  std::optional<analysis::ReductionFormat> reduction;
  std::optional<std::uint32_t> flatten;
  std::uint32_t buffer = 0;
  std::uint32_t value_bits = 0;
  bool all_sets = false;
  std::string patch_file;  // "-": standard output
  bool apply = false;

  // Clients of data structures.
  linearize::Criterion require = linearize::Criterion::Linearizable;
  std::uint32_t client_threads = 2;
  std::uint32_t client_operations = 2;
  std::string test_file;

  // Traces and litmus tests.
  consistency::Algorithm algorithm = consistency::Algorithm::Portfolio;
  analysis::TraceFormat trace_format = analysis::TraceFormat::ByContents;
  bool no_closure = false;
  bool order = false;
  bool explain = false;
  bool terse = false;
  std::string expect_file;

  // Benchmarks and random programs.
  std::vector<Model> models{kDefaultModel};
  std::vector<analysis::BenchAlgorithm> algorithms{analysis::BenchAlgorithm::Rf,
                                                   analysis::BenchAlgorithm::Rvf};
  std::string sizes_file;
  std::optional<std::uint64_t> seed;
  std::optional<std::chrono::milliseconds> hunt_for;  // 0: no random runs
  std::uint64_t count = 0;
  std::optional<std::chrono::milliseconds> seconds;
  std::optional<fuzz::Profile> profile;
  std::string property;
  std::optional<PrintForm> print;
  std::optional<std::uint64_t> variant;

  // Native programs.
  std::uint64_t runs = 1;
  std::optional<Strategy> strategy;  // none: OVERTAKE_OPTIONS, or mix
  std::uint64_t interval = 0;        // steps between preemptions; 0: by the seed
  std::uint64_t window = 0;          // events that are remembered; 0: the default
  std::string record_file;
  std::string suppressions_file;
  std::string findings_file;  // of a program that shows its findings itself
  std::optional<std::uint64_t> findings_at;

  // What is shown, and where.
  bool stats = false;
  bool show_output = false;
  bool full = false;
  bool json = false;
  ColorWhen color = ColorWhen::Auto;
  std::string schedule_file;
  std::string html_file, sarif_file, dot_file, witness_file;

  MemoryModel memory_model() const { return {model.value_or(kDefaultModel), pso_rmw}; }
  analysis::Program program() const;
};

}  // namespace overtake::cli
