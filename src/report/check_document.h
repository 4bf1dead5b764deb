// What `check`, `replay` and `bmc` have found out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/model.h"
#include "base/named.h"
#include "report/execution.h"
#include "report/remarks.h"

namespace overtake::report {

struct SourceFile {
  std::string file;
  std::string text;
};

// What results of programs have in common.
struct Frame {
  std::string version;
  std::vector<std::string> input;
  std::vector<std::string> options = {};         // ... without which it is another program
  std::vector<std::string> compiler_flags = {};  // what stood after --
  Model model = Model::SC;
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::vector<SourceFile> sources;  // so that the document can be shown without the files
};

enum class Verdict : std::uint8_t { Safe, Error, Inconclusive };

struct Executions {
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;    // not all threads ended: an assume, a deadlock or a hang
  std::uint64_t bounded = 0;    // stopped by a loop bound
  std::uint64_t redundant = 0;  // begun, and no execution came of it: not one of them
  std::uint64_t all() const { return complete + blocked + bounded; }
};

// Equal threads once.
struct Symmetry {
  std::uint64_t executions = 0;  // up to renaming of equal threads
  bool counted = true;           // how many there are without renaming is known
  std::uint64_t redundant = 0;   // explored without a new result, if counted
};

// How an exploration spent its time (docs/rf-smc.md).
struct Statistics {
  std::uint64_t events = 0;
  std::uint64_t planned_peak = 0;
  std::uint64_t mutations = 0;
  std::uint64_t known = 0;
  std::uint64_t unrealizable_at_a_glance = 0;
  std::uint64_t by_order = 0;
  std::uint64_t by_short_search = 0;
  std::uint64_t by_closure = 0;
  std::uint64_t by_search = 0;
  std::uint64_t closure_edges = 0;
  std::uint64_t search_states = 0;
  std::uint64_t transfers = 0;
  std::uint64_t bytes_moved = 0;
  std::uint64_t claims = 0;
  double idle_seconds = 0;
  double executing_seconds = 0;
  double mutating_seconds = 0;
  double verifying_seconds = 0;
};

// Random runs, and nothing else.
struct Hunted {
  std::uint64_t seed = 0;
  std::uint64_t runs = 0;
  std::uint64_t given_up = 0;    // ... because they went on for too long
  std::uint64_t executions = 0;  // that were different
  double estimate = 0;           // how many different ones such runs could meet, a guess
};

struct CheckDocument {
  Frame frame;
  std::string equivalence;         // the one that was used
  std::string rf_because;          // the construct that --equivalence rvf does not know
  std::string exhaustive_because;  // the construct that --equivalence rf does not know
  Verdict verdict = Verdict::Inconclusive;
  bool within_bounds = false;  // safe, as far as loops were explored: `reasons` says how far
  Executions executions;
  std::optional<Symmetry> symmetry;  // none: all threads are different, as far as is known
  std::string no_symmetry_because;   // why that is; only with statistics
  double estimate = 0;               // of an unfinished one: a guess how many there are; 0: none
  double seconds_left = 0;           // ... and how long the rest of them takes
  std::uint64_t found = 0;           // while it runs: errors so far; not saved
  std::vector<Finding> errors;
  std::vector<Reason> reasons;  // why inconclusive
  std::vector<Place> bounded_loops;
  std::string input_range;  // "0..3" if nondeterministic inputs were restricted to it
  std::vector<std::string> restricted_inputs;  // the functions whose results were restricted
  std::string output;  // what the program printed on the way to the first error
  std::vector<Note> notes;
  std::optional<Statistics> statistics;
  std::optional<Hunted> hunt;
};

// What to do now: commands, at most two with those that the findings name.
std::vector<std::string> next_commands(const CheckDocument& document);

struct ReplayDocument {
  Frame frame;
  Verdict verdict = Verdict::Error;
  std::vector<Finding> errors;
};

struct Bounds {
  std::uint32_t unroll = 0;
  std::uint32_t rounds = 0;
  std::uint32_t max_clock = 0;
  std::uint32_t queue = 0;
  std::uint32_t int_bits = 0;
};

struct Formula {
  std::uint32_t threads = 0;
  std::uint32_t visible_operations = 0;
  std::uint32_t buffered_cells = 0;
  std::uint64_t gates = 0;
  std::int64_t variables = 0;
  std::uint64_t clauses = 0;
  double encode_seconds = 0;
  double solve_seconds = 0;
};

struct BmcDocument {
  Frame frame;
  Verdict verdict = Verdict::Inconclusive;
  std::vector<Reason> reasons;
  std::string sma;  // timeline, tcdll, queue: the shared memory abstraction
  Bounds bounds;
  Bounds sufficient;  // rounds, max_clock and queue that would cover every run
  Formula formula;
  std::vector<Finding> errors;
};

}  // namespace overtake::report

namespace overtake {

template <>
inline constexpr std::array kNames<report::Verdict>{
    Named{report::Verdict::Safe, "safe"}, Named{report::Verdict::Error, "error"},
    Named{report::Verdict::Inconclusive, "inconclusive"}};

}  // namespace overtake
