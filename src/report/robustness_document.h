// What `monitor` and `fences` have found out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/check_document.h"

namespace overtake::report {

enum class Robustness : std::uint8_t { Robust, Violation, Inconclusive };

struct MonitorDocument {
  Frame frame;
  PsoRmw pso_rmw = PsoRmw::All;
  std::string method;  // classes, interleavings, exhaustive
  std::string exhaustive_because;
  Robustness verdict = Robustness::Inconclusive;
  bool full = false;  // the text shows a run for each violation
  std::vector<Violation> violations;
  std::uint64_t executions = 0;
  std::vector<std::uint64_t> interleavings;  // by the number of preemptions
  std::vector<Reason> reasons;
  std::vector<Place> bounded_loops;
};

// An event of a recorded trace, or its way to memory.
struct RecordedEvent {
  Place place;
  std::string thread;
  std::string event;  // as it stands in the trace
  EdgeKind edge = EdgeKind::None;
  std::optional<bool> drain;  // in a schedule
  std::string text() const;   // "t.axe:3: 1: M[0] == 1"
};

struct RecordedViolation {
  Place place;
  std::string message;
  std::vector<std::string> threads;
  std::vector<std::string> explanation;
  RecordedEvent delayed;
  RecordedEvent overtaking;
  std::vector<RecordedEvent> path;
  std::vector<RecordedEvent> schedule;
};

// What was found in one of the traces.
struct RecordedCount {
  std::string file;
  std::uint64_t pairs = 0;
  std::uint64_t shown = 0;
};

struct RecordedDocument {
  Frame frame;
  PsoRmw pso_rmw = PsoRmw::All;
  Robustness verdict = Robustness::Inconclusive;
  std::vector<RecordedViolation> violations;
  std::vector<RecordedCount> counts;  // by trace
  std::uint64_t pairs = 0;            // violations in all
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  std::vector<Reason> reasons;
};

enum class FencesVerdict : std::uint8_t { NotNeeded, Needed, FailsUnderSc, Undecided };

enum class FenceWhere : std::uint8_t { After, Before, AtState };

struct Fence {
  bool full = true;  // else a store-store fence
  FenceWhere where = FenceWhere::After;
  std::string thread;
  std::string after;  // the statement that it follows, or precedes; or the name of the state
  Place place;
  std::string order;  // no fence, but this order of the store that stands there
};

// By what the fences are known to suffice.
enum class Proof : std::uint8_t { States, Abstractions, Executions };

// The run that the program has without the fences.
struct FencesViolation {
  std::string message;
  std::vector<std::uint64_t> prevented_by;  // it has all other fences, and lacks these
  std::vector<std::string> explanation;
  std::uint64_t first = 0;  // the step at which it begins to be interesting
  Run run;
};

// What behaving as under SC would cost, of a program that was asked what it needs to be safe.
struct Everywhere {
  std::string criterion;
  FencesVerdict verdict = FencesVerdict::Undecided;
  std::uint64_t fences = 0;
  std::string why;  // undecided: the construct that the criterion does not know; may be empty
};

struct FencesDocument {
  Frame frame;
  std::string criterion;
  bool no_assertions = false;  // safety, or what was asked instead of it: nothing is asserted
  FencesVerdict verdict = FencesVerdict::Undecided;
  std::vector<Fence> fences;
  bool minimal = false;
  std::vector<std::vector<Fence>> all_minimal_sets;
  bool all_complete = true;
  Proof proof = Proof::States;
  std::uint64_t counterexamples = 0;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t searches = 0;
  std::uint64_t state_bytes = 0;
  bool from_both_sides = false;
  std::uint64_t executions = 0;
  std::uint32_t buffer = 0;
  std::uint32_t value_bits = 0;
  std::string failure;
  std::vector<Reason> reasons;
  std::string patch;
  std::optional<Everywhere> everywhere;
  std::vector<FencesViolation> violations;
};

}  // namespace overtake::report

namespace overtake {

template <>
inline constexpr std::array kNames<report::Robustness>{
    Named{report::Robustness::Robust, "robust"}, Named{report::Robustness::Violation, "violation"},
    Named{report::Robustness::Inconclusive, "inconclusive"}};

template <>
inline constexpr std::array kNames<report::FencesVerdict>{
    Named{report::FencesVerdict::NotNeeded, "no-fences-needed"},
    Named{report::FencesVerdict::Needed, "fences-needed"},
    Named{report::FencesVerdict::FailsUnderSc, "fails-under-sc"},
    Named{report::FencesVerdict::Undecided, "undecided"}};

template <>
inline constexpr std::array kNames<report::Proof>{
    Named{report::Proof::States, "states"}, Named{report::Proof::Abstractions, "abstractions"},
    Named{report::Proof::Executions, "executions"}};

}  // namespace overtake
