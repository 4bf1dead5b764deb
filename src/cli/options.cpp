#include "cli/options.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "cli/option_rows.h"
#include "fuzz/engine.h"
#include "fuzz/properties.h"
#include "ir/errors.h"

namespace overtake::cli {
namespace {

// Names that are not those of an enumeration's table.
template <class E>
Named<E> found(std::string_view text, const std::vector<std::pair<std::string, E>>& all) {
  std::vector<std::string> words;
  for (const auto& [name, value] : all) {
    if (name == text) return {value, name};
    words.push_back(name);
  }
  throw not_one_of(text, words);
}

template <class E>
std::vector<std::string> names_of(const std::vector<std::pair<std::string, E>>& all) {
  std::vector<std::string> words;
  for (const auto& [name, value] : all) words.push_back(name);
  return words;
}

// Races are looked for only if asked for.
std::vector<std::pair<std::string, ir::ErrorKind>> error_kinds() {
  std::vector<std::pair<std::string, ir::ErrorKind>> all;
  for (int k = 0; k < static_cast<int>(ir::ErrorKind::Race); ++k) {
    const auto kind = static_cast<ir::ErrorKind>(k);
    all.emplace_back(ir::name(kind), kind);
  }
  return all;
}

Option ignore() {
  return {"--ignore",
          "KINDS",
          "kinds of errors to ignore, such as hang,deadlock",
          Takes::Words,
          names_of(error_kinds()),
          [](Settings& s, std::string_view text) {
            for (const std::string& part : parts_of(text))
              s.ignored.push_back(found(part, error_kinds()).value);
          }};
}

Option profile() {
  std::vector<std::pair<std::string, fuzz::Profile>> all;
  for (std::size_t i = 0; i < fuzz::kProfiles; ++i)
    all.emplace_back(fuzz::name(static_cast<fuzz::Profile>(i)), static_cast<fuzz::Profile>(i));
  return {"--profile",
          "NAME",
          "random programs of this kind only",
          Takes::Word,
          names_of(all),
          [all](Settings& s, std::string_view text) { s.profile = found(text, all).value; }};
}

Option property() {
  const std::vector<fuzz::MachineName> machines(std::begin(fuzz::kMachines),
                                                std::end(fuzz::kMachines));
  std::vector<std::string> words;
  for (const fuzz::Property& p : fuzz::all_properties(machines)) words.push_back(p.name);
  words.emplace_back("mpi");
  return {"--property",
          "NAME",
          "check only this one (src/fuzz/README.md)",
          Takes::Word,
          words,
          [words](Settings& s, std::string_view text) {
            if (std::ranges::find(words, text) == words.end()) throw not_one_of(text, words);
            s.property = text;
          }};
}

Option races() {
  return {"--check",
          "races",
          "report data races of C and C++, too",
          Takes::Word,
          {"races"},
          [](Settings& s, std::string_view text) {
            if (text != "races") throw UsageError(fmt::format("'{}' is not races", text));
            s.races = true;
          }};
}

// One model, or several: sc,tso,pso
Option model() {
  return {"--model",
          "M",
          "sc, tso, pso, or x86 for tso (default: tso)",
          Takes::Word,
          words_of<Model>(),
          [](Settings& s, std::string_view text) {
            std::vector<Model> all;
            for (const std::string& part : parts_of(text)) {
              const auto chosen = parse_name<Model>(lower(part));
              if (!chosen) throw not_one_of(part, words_of<Model>());
              if (std::ranges::find(all, *chosen) == all.end()) all.push_back(*chosen);
            }
            if (all.empty()) throw not_one_of(text, words_of<Model>());
            s.model = all.front();
            s.several.clear();
            if (all.size() > 1) s.several = std::move(all);
          }};
}

Option optimize() {
  const std::vector<std::string> words{"0", "1", "2", "3"};
  return {"--optimize",
          "N",
          "check what clang -ON makes of it (default: as written)",
          Takes::Word,
          words,
          [words](Settings& s, std::string_view text) {
            if (std::ranges::find(words, text) == words.end()) throw not_one_of(text, words);
            s.optimize = static_cast<std::uint32_t>(parse_number(text));
          }};
}

Option no_closure() {
  return {"--no-closure",
          "",
          "search without computing the closure first",
          Takes::Nothing,
          {},
          [](Settings& s, std::string_view) {
            s.no_closure = true;
            s.rvf.closure = false;
          }};
}

// A bound for all loops, bounds of some, or both: 4,ring.h:37=8,push=2
Option unroll() {
  return {"--unroll",
          "N|LOOP=N",
          "at most N iterations; LOOP: FILE:LINE or a function",
          Takes::Text,
          {},
          [](Settings& s, std::string_view text) {
            for (const std::string& part : parts_of(text)) {
              if (std::optional<analysis::LoopBound> loop = analysis::LoopBound::parse(part)) {
                s.loops.push_back(std::move(*loop));
                continue;
              }
              const std::uint64_t n = parse_number(part);
              if (n < 1 || n > 1'000'000'000)
                throw UsageError(fmt::format("'{}' is not between 1 and 1000000000", part));
              s.unroll = static_cast<std::uint32_t>(n);
            }
          }};
}

Option off(std::string_view name, std::string_view help, bool& (*member)(Settings&)) {
  return {name,           "", help,
          Takes::Nothing, {}, [member](Settings& s, std::string_view) { member(s) = false; }};
}

Option also(std::string_view alias, Option row) {
  row.alias = alias;
  return row;
}

std::string parse_entry(std::string_view text) {
  if (text.empty()) throw UsageError("a function's name is needed");
  return std::string(text);
}

constexpr std::uint64_t kAny = UINT64_MAX;
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a member
#define MEMBER(field) [](Settings& s) -> auto& { return s.field; }

// In the order in which help lists them.
std::vector<Option> make_options() {
  return {
      model(),
      choices("--models", "M,...", "of sc, tso, pso (default: tso)", MEMBER(models)),
      choices("--algorithms", "A,...", "of rf, rvf, trace, exhaustive, bmc (default: rf,rvf)",
              MEMBER(algorithms)),
      file("--sizes", "FILE", "lines 'NAME N': check NAME.c with -DN=N", MEMBER(sizes_file)),
      choice("--equivalence", "E", "rf (default), rvf, auto, trace, exhaustive, states",
             MEMBER(equivalence)),
      choice("--criterion", "C", "persistence (default for tso), robustness, safety (for pso)",
             MEMBER(criterion)),
      choice("--require", "R", "linearizable (default), sequential, or quiescent", MEMBER(require)),
      file("--emit-test", "FILE", "write the client that fails to FILE, for overtake check",
           MEMBER(test_file)),
      number("--threads", "N", "clients of up to N threads (default: 2)", 1, 8,
             MEMBER(client_threads)),
      number("--operations", "N", "... with up to N operations each (default: 2)", 1, 16,
             MEMBER(client_operations)),
      flag("--all-sets", "list every minimal set of fences", MEMBER(all_sets)),
      file("--patch", "FILE", "write the fences to FILE as a unified diff (C, C++)",
           MEMBER(patch_file)),
      flag("--apply", "write the fences into the files (C, C++)", MEMBER(apply)),
      choice("--places", "P", "of fences: anywhere (default), or only after-stores",
             MEMBER(places)),
      choice("--style", "S", "order (default): stronger stores if they do, or fence",
             MEMBER(style)),
      parsed(
          "--fence-text", "T", "what a fence is written as: T, T|STORE-STORE, or linux",
          [](std::string_view t) { return std::string(t); }, MEMBER(fence_text)),
      number("--flatten", "K", "abstract processes, exact for their first K steps", 0, 100,
             MEMBER(flatten)),
      choice("--backend", "B", "explicit (default), or spin: its verdict must agree",
             MEMBER(backend)),
      choice("--reduction", "F", "only print the input for Spin, as gcl or promela",
             MEMBER(reduction)),
      choice("--cost", "C", "minimize: count (default), or loops (dearer in loops)", MEMBER(cost)),
      number("--buffer", "N", "store buffers hold N stores (default: as many as matter)", 1, 1000,
             MEMBER(buffer)),
      number("--value-bits", "N", "wrap values to N bits, so that counters are finite", 1, 63,
             MEMBER(value_bits)),
      races(),
      unroll(),
      flag("--accept-bounds", "no error within the bounds of loops is enough: exit code 0",
           MEMBER(accept_bounds)),
      parsed("--hunt", "T", "only random runs, for T such as 10s; off: none at all", parse_hunt,
             MEMBER(hunt_for)),
      number("--runs", "N", "run the program N times (default: 1)", 1, kAny, MEMBER(runs)),
      choice("--strategy", "S", "mix (default), pct, random, round-robin, none", MEMBER(strategy)),
      number("--interval", "N", "steps between preemptions, about (default: by the seed)", 0, kAny,
             MEMBER(interval)),
      number("--window", "N", "events that are remembered (default: 1048576)", 0, kAny,
             MEMBER(window)),
      file("--record", "FILE", "write violations as traces for overtake monitor",
           MEMBER(record_file)),
      file("--suppressions", "FILE", "findings to ignore, listed in FILE",
           MEMBER(suppressions_file)),
      file("--findings", "FILE", "show what a run left in FILE", MEMBER(findings_file)),
      number("--at", "OFFSET", "... only the finding at that offset", 0, kAny, MEMBER(findings_at)),
      number("--preemption-bound", "K", "look at interleavings with up to K preemptions", 0,
             1'000'000, MEMBER(preemption_bound)),
      choice("--symmetry", "S", "explore interchangeable threads once: on (default), off",
             MEMBER(symmetry)),
      number("--rounds", "R", "turns of each thread (default: raised until enough)", 1, 1000,
             MEMBER(rounds)),
      number("--max-clock", "K", "timestamps of buffered stores; 1 is SC", 1, 250,
             MEMBER(max_clock)),
      number("--queue", "N", "writes of a location, or of a buffer, that are kept", 2, 250,
             MEMBER(queue)),
      choice("--sma", "S", "store buffers: timeline (default), tcdll, queue", MEMBER(sma)),
      number("--int-bits", "B", "integers of B bits; errors are checked with all", 2, 32,
             MEMBER(int_bits)),
      choice("--emit", "F", "write c (default), ir, smt2 or cnf", MEMBER(emit)),
      also("--time", parsed("--seconds", "N", "stop after so long (default: 60, without --count)",
                            parse_duration, MEMBER(seconds))),
      number("--count", "N", "stop after so many programs", 0, kAny, MEMBER(count)),
      number("--seed", "N", "the first program (default: a different one each time)", 0, kAny,
             MEMBER(seed)),
      profile(),
      property(),
      choice("--print", "FORM", "only show the program of --seed, as ir, c or cpp", MEMBER(print)),
      number("--variant", "N", "... as C or C++ in another style", 0, kAny, MEMBER(variant)),
      parsed("--timeout", "T", "stop after T, such as 500ms, 10s, 2m, 1h", parse_duration,
             MEMBER(timeout)),
      parsed("--memory", "SIZE", "stop at SIZE of memory, such as 800M, 2G", parse_size,
             MEMBER(memory)),
      number("--max-executions", "N", "stop after N executions", 0, kAny, MEMBER(max_executions)),
      number("--jobs", "N", "use N threads (default: all cores)", 1, 1024, MEMBER(jobs)),
      file("--checkpoint", "FILE", "save regularly what is left to explore",
           MEMBER(checkpoint_file)),
      parsed("--checkpoint-every", "T", "... at least this often (default: 60s)", parse_duration,
             MEMBER(checkpoint_every)),
      file("--resume", "FILE", "continue from a checkpoint of the same program and options",
           MEMBER(resume_file)),
      flag("--all-errors", "continue after the first error", MEMBER(all_errors)),
      ignore(),
      flag("--verify", "explore again without spin detection and simplification; compare",
           MEMBER(verify)),
      choice("--format", "F", "input is litmus, gcl or trencher, whatever its name",
             MEMBER(format)),
      parsed("--entry", "NAME", "the function to start with (default: main)", parse_entry,
             MEMBER(entry)),
      file("-p", "DIR", "DIR/compile_commands.json; --entry FILE[:FUNCTION]",
           MEMBER(compile_database)),
      optimize(),
      flag("--no-cache", "compile again even what has not changed", MEMBER(no_cache)),
      choice("--pso-rmw", "P", "what atomics drain under pso: all (default), location",
             MEMBER(pso_rmw)),
      parsed("--nondet-range", "LO..HI", "values of __VERIFIER_nondet_int and its like",
             parse_range, MEMBER(nondet_range)),
      flag("--spurious-wakeups", "let waits end for no reason, once per thread",
           MEMBER(spurious_wakeups)),
      flag("--show-output", "show what the program prints on the way to an error",
           MEMBER(show_output)),
      flag("--full", "show every step of every counterexample", MEMBER(full)),
      file("--expect", "FILE", "compare with verdicts (NAME Allow|Forbid) or a log of herd",
           MEMBER(expect_file)),
      file("--schedule", "FILE", "where errors are written for overtake replay, or none",
           MEMBER(schedule_file)),
      flag("--stats", "say how the exploration spent its time", MEMBER(stats)),
      file("--dump-instances", "DIR", "write the (X, RF) met to DIR, for overtake consistency",
           MEMBER(instances_folder)),
      choice("--algorithm", "A", "portfolio (default), search, naive, closure, greedy",
             MEMBER(algorithm)),
      no_closure(),
      off("--no-guidance", "rvf: verify without the witness that is known",
          [](Settings& s) -> bool& { return s.rvf.guidance; }),
      off("--no-backtrack-signals", "rvf: try all reads, needed or not",
          [](Settings& s) -> bool& { return s.rvf.backtrack_signals; }),
      choice("--trace-format", "F", "traces are axe or json, whatever they look like",
             MEMBER(trace_format)),
      flag("--order", "show an order of events for consistent traces", MEMBER(order)),
      flag("--explain", "say why, also if there are several traces", MEMBER(explain)),
      flag("--terse", "one line per trace: OK, NO, or ?? if undecided", MEMBER(terse)),
      file("--html", "FILE", "write a page to step through the execution", MEMBER(html_file)),
      file("--sarif", "FILE", "write SARIF, for code scanning", MEMBER(sarif_file)),
      file("--dot", "FILE", "write the events and their relations as a graph for dot",
           MEMBER(dot_file)),
      file("--witness", "FILE", "write an SV-COMP witness: GraphML, or YAML for FILE.yml",
           MEMBER(witness_file)),
      flag("--json", "print JSON instead of text", MEMBER(json)),
      choice("--color", "WHEN", "colour: auto (default; FORCE_COLOR, NO_COLOR), always, never",
             MEMBER(color)),
  };
}

#undef MEMBER

}  // namespace

// ~/.cache/overtake, as the XDG directories have it; empty if there is none.
static std::string cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/overtake";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/overtake" : "";
}

analysis::Program Settings::program() const {
  return {.files = files,
          .compiler_flags = compiler_flags,
          .compile_database = compile_database,
          .entry = entry,
          .cache_folder = no_cache ? "" : cache_folder(),
          .optimize = static_cast<int>(optimize),
          .format = format,
          .model = memory_model(),
          .unroll = unroll.value_or(0),
          .loops = loops,
          .nondet_range = nondet_range,
          .spurious_wakeups = spurious_wakeups};
}

std::span<const Option> options() {
  static const std::vector<Option> table = make_options();
  return table;
}

const Option& option(std::string_view name) {
  const auto it = std::ranges::find(options(), name, &Option::name);
  if (it == options().end()) throw InternalError(fmt::format("no option {} in the table", name));
  return *it;
}

}  // namespace overtake::cli
