#include "cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

#include "base/error.h"
#include "ir/errors.h"

namespace overtake::cli {
namespace {

using Text = std::string_view;

void set_model(Settings& s, Text value) {
  s.model = parse_model(value);
  if (!s.model) throw UsageError(fmt::format("'{}' is not one of sc, tso, pso, x86", value));
}

void set_equivalence(Settings& s, Text value) {
  const std::optional<smc::Equivalence> equivalence = smc::parse_equivalence(value);
  if (!equivalence) {
    std::string names;
    for (const smc::EquivalenceName& e : smc::equivalences())
      names += (names.empty() ? "" : ", ") + std::string(e.name);
    throw UsageError(fmt::format("'{}' is not one of {}", value, names));
  }
  s.equivalence = *equivalence;
}

void set_check(Settings& s, Text value) {
  if (value != "races") throw UsageError(fmt::format("'{}' is not races", value));
  s.races = true;
}

void set_ignore(Settings& s, Text value) {
  while (!value.empty()) {
    const Text kind = value.substr(0, value.find(','));
    value.remove_prefix(std::min(value.size(), kind.size() + 1));
    std::string names;
    bool found = false;
    for (int k = 0; k < static_cast<int>(ir::ErrorKind::Race); ++k) {
      const auto known = static_cast<ir::ErrorKind>(k);
      if (ir::name(known) == kind) {
        s.ignored.push_back(known);
        found = true;
      }
      names += (names.empty() ? "" : ", ") + std::string(ir::name(known));
    }
    if (!found) throw UsageError(fmt::format("'{}' is not one of {}", kind, names));
  }
}

void set_pso_rmw(Settings& s, Text value) {
  if (value != "all" && value != "location")
    throw UsageError(fmt::format("'{}' is not one of all, location", value));
  s.pso_rmw = value == "all" ? PsoRmw::All : PsoRmw::Location;
}

void set_optimize(Settings& s, Text value) {
  const std::uint64_t level = parse_number(value);
  if (level > 3) throw UsageError(fmt::format("'{}' is not one of 0, 1, 2, 3", value));
  s.optimize = static_cast<int>(level);
}

void set_unroll(Settings& s, Text value) {
  const std::uint64_t bound = parse_number(value);
  if (bound == 0 || bound > 1'000'000'000)
    throw UsageError(fmt::format("'{}' is not between 1 and 1000000000", value));
  s.unroll = static_cast<std::uint32_t>(bound);
}

void set_preemption_bound(Settings& s, Text value) {
  const std::uint64_t bound = parse_number(value);
  if (bound > 1'000'000) throw UsageError(fmt::format("'{}' is not between 0 and 1000000", value));
  s.preemption_bound = static_cast<std::uint32_t>(bound);
}

void set_jobs(Settings& s, Text value) {
  const std::uint64_t jobs = parse_number(value);
  if (jobs == 0 || jobs > 1024)
    throw UsageError(fmt::format("'{}' is not between 1 and 1024", value));
  s.jobs = static_cast<std::uint32_t>(jobs);
}

void set_entry(Settings& s, Text value) {
  if (value.empty()) throw UsageError("a function's name is needed");
  s.entry = value;
}

void set_format(Settings& s, Text value) {
  if (value != "litmus" && value != "gcl" && value != "trencher")
    throw UsageError(fmt::format("'{}' is not one of litmus, gcl, trencher", value));
  s.format = value;
}

void set_algorithm(Settings& s, Text value) {
  using consistency::Algorithm;
  static constexpr std::array<std::pair<Text, Algorithm>, 5> kAlgorithms{
      {{"portfolio", Algorithm::Portfolio},
       {"search", Algorithm::Search},
       {"naive", Algorithm::Naive},
       {"closure", Algorithm::Closure},
       {"greedy", Algorithm::Greedy}}};
  for (const auto& [name, algorithm] : kAlgorithms)
    if (name == value) return void(s.algorithm = algorithm);
  throw UsageError(
      fmt::format("'{}' is not one of portfolio, search, naive, closure, greedy", value));
}

void set_trace_format(Settings& s, Text value) {
  if (value != "axe" && value != "json")
    throw UsageError(fmt::format("'{}' is not one of axe, json", value));
  s.trace_format = value;
}

void set_criterion(Settings& s, Text value) {
  if (value != "persistence" && value != "robustness" && value != "safety")
    throw UsageError(fmt::format("'{}' is not one of persistence, robustness, safety", value));
  s.criterion = value;
}

void set_cost(Settings& s, Text value) {
  if (value != "count" && value != "loops")
    throw UsageError(fmt::format("'{}' is not one of count, loops", value));
  s.cost = value;
}

void set_style(Settings& s, Text value) {
  if (value != "fence" && value != "order")
    throw UsageError(fmt::format("'{}' is not one of fence, order", value));
  s.style = value;
}

void set_backend(Settings& s, Text value) {
  if (value != "explicit" && value != "spin")
    throw UsageError(fmt::format("'{}' is not one of explicit, spin", value));
  s.backend = value;
}

void set_reduction(Settings& s, Text value) {
  if (value != "gcl" && value != "promela")
    throw UsageError(fmt::format("'{}' is not one of gcl, promela", value));
  s.reduction = value;
}

void set_flatten(Settings& s, Text value) {
  const std::uint64_t steps = parse_number(value);
  if (steps > 100) throw UsageError(fmt::format("'{}' is not between 0 and 100", value));
  s.flatten = static_cast<std::uint32_t>(steps);
}

void set_buffer(Settings& s, Text value) {
  const std::uint64_t stores = parse_number(value);
  if (stores == 0 || stores > 1000)
    throw UsageError(fmt::format("'{}' is not between 1 and 1000", value));
  s.buffer = static_cast<std::uint32_t>(stores);
}

void set_value_bits(Settings& s, Text value) {
  const std::uint64_t bits = parse_number(value);
  if (bits == 0 || bits > 63) throw UsageError(fmt::format("'{}' is not between 1 and 63", value));
  s.value_bits = static_cast<std::uint32_t>(bits);
}

std::uint32_t bound_between(Text value, std::uint32_t low, std::uint32_t high) {
  const std::uint64_t bound = parse_number(value);
  if (bound < low || bound > high)
    throw UsageError(fmt::format("'{}' is not between {} and {}", value, low, high));
  return static_cast<std::uint32_t>(bound);
}

void set_sma(Settings& s, Text value) {
  if (value != "timeline" && value != "tcdll" && value != "queue")
    throw UsageError(fmt::format("'{}' is not one of timeline, tcdll, queue", value));
  s.sma = value;
}

void set_emit(Settings& s, Text value) {
  if (value != "c" && value != "ir" && value != "smt2" && value != "cnf")
    throw UsageError(fmt::format("'{}' is not one of c, ir, smt2, cnf", value));
  s.emit = value;
}

void set_strategy(Settings& s, Text value) {
  if (value != "mix" && value != "pct" && value != "random" && value != "round-robin" &&
      value != "none")
    throw UsageError(fmt::format("'{}' is not one of mix, pct, random, round-robin, none", value));
  s.strategy = value;
}

void set_runs(Settings& s, Text value) {
  s.runs = parse_number(value);
  if (s.runs == 0) throw UsageError("'0' is not at least 1");
}

// In the order in which help lists them.
constexpr std::array kOptions{
    Option{"--model", "M", "sc, tso, pso, or x86 for tso (default: tso)", set_model},
    Option{"--equivalence", "E", "rf (default), rvf, auto, trace, exhaustive, states",
           set_equivalence},
    Option{"--criterion", "C", "what fences are for: persistence, robustness, safety",
           set_criterion},
    Option{"--all-sets", "", "list every minimal set of fences",
           [](Settings& s, Text) { s.all_sets = true; }},
    Option{"--patch", "FILE", "write the fences to FILE as a unified diff (C, C++)",
           [](Settings& s, Text v) { s.patch_file = v; }},
    Option{"--apply", "", "write the fences into the files (C, C++)",
           [](Settings& s, Text) { s.apply = true; }},
    Option{"--style", "S", "write fence (default), or order: stronger stores", set_style},
    Option{"--flatten", "K", "abstract processes, exact for their first K steps", set_flatten},
    Option{"--backend", "B", "explicit (default), or spin: its verdict must agree", set_backend},
    Option{"--reduction", "F", "only print what spin is asked, as gcl or promela", set_reduction},
    Option{"--cost", "C", "of fences: count (default), or loops: dearer in loops", set_cost},
    Option{"--buffer", "N", "store buffers hold N stores (default: as many as matter)", set_buffer},
    Option{"--value-bits", "N", "wrap values to N bits, so that counters are finite",
           set_value_bits},
    Option{"--check", "races", "report data races of C and C++, too", set_check},
    Option{"--unroll", "N", "stop threads that run a loop more than N times", set_unroll},
    Option{"--runs", "N", "run the program N times (default: 1)", set_runs},
    Option{"--seed", "S", "of the first run (default: 1); the others count up",
           [](Settings& s, Text v) { s.seed = parse_number(v); }},
    Option{"--strategy", "S", "mix (default), pct, random, round-robin, none", set_strategy},
    Option{"--interval", "N", "steps between preemptions, about (default: by the seed)",
           [](Settings& s, Text v) { s.interval = parse_number(v); }},
    Option{"--window", "N", "events that are remembered (default: 1048576)",
           [](Settings& s, Text v) { s.window = parse_number(v); }},
    Option{"--record", "FILE", "write violations as traces for overtake monitor",
           [](Settings& s, Text v) { s.record_file = v; }},
    Option{"--suppressions", "FILE", "findings that do not count",
           [](Settings& s, Text v) { s.suppressions_file = v; }},
    Option{"--findings", "FILE", "show what a run left in FILE",
           [](Settings& s, Text v) { s.findings_file = v; }},
    Option{"--at", "OFFSET", "... only what stands there",
           [](Settings& s, Text v) { s.findings_at = parse_number(v); }},
    Option{"--preemption-bound", "K", "look at interleavings with up to K preemptions",
           set_preemption_bound},
    Option{"--rounds", "R", "turns of each thread (default: raised until enough)",
           [](Settings& s, Text v) { s.rounds = bound_between(v, 1, 1000); }},
    Option{"--max-clock", "K", "timestamps of buffered stores; 1 is SC",
           [](Settings& s, Text v) { s.max_clock = bound_between(v, 1, 250); }},
    Option{"--queue", "N", "writes of a location, or of a buffer, that are kept",
           [](Settings& s, Text v) { s.queue = bound_between(v, 2, 250); }},
    Option{"--sma", "S", "store buffers: timeline (default), tcdll, queue", set_sma},
    Option{"--int-bits", "B", "integers of B bits; errors are checked with all",
           [](Settings& s, Text v) { s.int_bits = bound_between(v, 2, 32); }},
    Option{"--emit", "F", "write c (default), ir, smt2 or cnf", set_emit},
    Option{"--timeout", "T", "stop after T, such as 500ms, 10s, 2m, 1h",
           [](Settings& s, Text v) { s.timeout = parse_duration(v); }},
    Option{"--memory", "SIZE", "stop at SIZE of memory, such as 800M, 2G",
           [](Settings& s, Text v) { s.memory = parse_size(v); }},
    Option{"--max-executions", "N", "stop after N executions",
           [](Settings& s, Text v) { s.max_executions = parse_number(v); }},
    Option{"--jobs", "N", "use N threads (default: all cores)", set_jobs},
    Option{"--checkpoint", "FILE", "write down now and then what is left to do",
           [](Settings& s, Text v) { s.checkpoint_file = v; }},
    Option{"--checkpoint-every", "T", "... at least so often (default: 60s)",
           [](Settings& s, Text v) { s.checkpoint_every = parse_duration(v); }},
    Option{"--resume", "FILE", "go on from a checkpoint of the same program and options",
           [](Settings& s, Text v) { s.resume_file = v; }},
    Option{"--all-errors", "", "go on after the first error",
           [](Settings& s, Text) { s.all_errors = true; }},
    Option{"--ignore", "KINDS", "errors that do not count, such as hang,deadlock", set_ignore},
    Option{"--format", "F", "input is litmus, gcl or trencher, whatever its name", set_format},
    Option{"--entry", "NAME", "the function to start with (default: main)", set_entry},
    Option{"-p", "DIR", "DIR/compile_commands.json; --entry may name a file",
           [](Settings& s, Text v) { s.compile_database = v; }},
    Option{"--optimize", "N", "check what clang -ON makes of it (default: as written)",
           set_optimize},
    Option{"--pso-rmw", "P", "what atomics drain under pso: all (default), location", set_pso_rmw},
    Option{"--nondet-range", "LO..HI", "values of __VERIFIER_nondet_int and its like",
           [](Settings& s, Text v) { s.nondet_range = parse_range(v); }},
    Option{"--spurious-wakeups", "", "let waits end for no reason, once a thread",
           [](Settings& s, Text) { s.spurious_wakeups = true; }},
    Option{"--show-output", "", "show what the program prints on the way to an error",
           [](Settings& s, Text) { s.show_output = true; }},
    Option{"--full", "", "show every step of every counterexample",
           [](Settings& s, Text) { s.full = true; }},
    Option{"--expect", "FILE", "compare with verdicts (NAME Allow|Forbid) or a log of herd",
           [](Settings& s, Text v) { s.expect_file = v; }},
    Option{"--schedule", "FILE", "where errors are written for overtake replay, or none",
           [](Settings& s, Text v) { s.schedule_file = v; }},
    Option{"--stats", "", "say how the exploration spent its time",
           [](Settings& s, Text) { s.stats = true; }},
    Option{"--dump-instances", "DIR", "write the (X, RF) met to DIR, for overtake consistency",
           [](Settings& s, Text v) { s.instances_folder = v; }},
    Option{"--algorithm", "A", "portfolio (default), search, naive, closure, greedy",
           set_algorithm},
    Option{"--no-closure", "", "search without computing the closure first",
           [](Settings& s, Text) {
             s.no_closure = true;
             s.rvf.closure = false;
           }},
    Option{"--no-guidance", "", "rvf: verify without the witness that is known",
           [](Settings& s, Text) { s.rvf.guidance = false; }},
    Option{"--no-backtrack-signals", "", "rvf: try all reads, needed or not",
           [](Settings& s, Text) { s.rvf.backtrack_signals = false; }},
    Option{"--trace-format", "F", "traces are axe or json, whatever they look like",
           set_trace_format},
    Option{"--order", "", "show an order of events for consistent traces",
           [](Settings& s, Text) { s.order = true; }},
    Option{"--explain", "", "say why, also if there are several traces",
           [](Settings& s, Text) { s.explain = true; }},
    Option{"--terse", "", "one line a trace: OK, NO, or ?? if undecided",
           [](Settings& s, Text) { s.terse = true; }},
    Option{"--html", "FILE", "write a page to step through the execution",
           [](Settings& s, Text v) { s.html_file = v; }},
    Option{"--sarif", "FILE", "write SARIF, for code scanning",
           [](Settings& s, Text v) { s.sarif_file = v; }},
    Option{"--dot", "FILE", "write the events and their relations as a graph for dot",
           [](Settings& s, Text v) { s.dot_file = v; }},
    Option{"--witness", "FILE", "write an SV-COMP witness: GraphML, or YAML for FILE.yml",
           [](Settings& s, Text v) { s.witness_file = v; }},
    Option{"--json", "", "print JSON instead of text", [](Settings& s, Text) { s.json = true; }},
};

}  // namespace

std::uint32_t jobs(const Settings& settings) {
  return settings.jobs != 0 ? settings.jobs : std::max(1u, std::thread::hardware_concurrency());
}

std::span<const Option> all_options() { return kOptions; }

const Option& option(std::string_view name) {
  const auto it = std::find_if(kOptions.begin(), kOptions.end(),
                               [&](const Option& o) { return o.name == name; });
  if (it == kOptions.end()) throw InternalError(fmt::format("no option {} in the table", name));
  return *it;
}

}  // namespace overtake::cli
