// What `observe` has found out: findings of native programs, with call stacks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/check_document.h"

namespace overtake::report {

struct SourceFrame {
  std::string function;  // demangled; empty: not known
  std::string file;      // empty: not known
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string module;        // the file that holds the code
  std::uint64_t offset = 0;  // in it
  bool inlined = false;      // into the next frame

  friend bool operator==(const SourceFrame&, const SourceFrame&) = default;
};

// Innermost first.
using Stack = std::vector<SourceFrame>;

struct ObservedThread {
  std::string name;    // "main", "T1", "T1.2"
  std::string called;  // pthread_setname_np; empty: not
  Stack created;       // where it was started; empty: main, or not known
};

// An access, or another event of a run.
struct ObservedAccess {
  Place place;  // in the user's code
  std::string thread;
  std::string op;        // "store", "load", "rmw", "cas", "fence", ...
  std::string variable;  // "counter", "table+16", "0x7f..."; empty: none
  std::string address;   // "0x7f..."
  std::uint32_t size = 0;
  Stack stack;
  std::uint32_t step = kNone;      // of the run
  EdgeKind edge = EdgeKind::None;  // to the next one of the cycle
};

// How often, and the seed that shows it again.
struct Seen {
  std::uint64_t count = 0;
  std::uint64_t runs = 0;
  std::uint64_t seed = 0;
};

struct ObservedViolation {
  Place place;
  std::string message;
  std::vector<Model> models;  // the one of the run first
  Seen seen;
  std::optional<bool> same_reads_under_sc;  // none: not known
  ObservedAccess delayed;
  ObservedAccess overtaking;
  std::vector<ObservedAccess> path;  // happens-before, from the delayed store back to itself
  std::vector<std::string> explanation;
  std::vector<ObservedThread> threads;
  Run run;                 // of the weak machine; values are not recorded
  std::string trace;       // the observed execution, in JSON (docs/formats.md)
  std::string weak_trace;  // the run of the weak machine, in JSON
};

struct ObservedWait {
  Place place;
  std::string thread;
  std::string what;      // "a mutex"
  std::string variable;  // its name, or its address
  std::string owner;     // the thread that has it; empty: not known
  Stack stack;
};

enum class ObservedKind : std::uint8_t { Deadlock, Race, Crash };

struct ObservedError {
  ObservedKind kind = ObservedKind::Race;
  std::string message;
  Place place;
  Seen seen;
  // Races.
  ObservedAccess first, second;
  std::vector<ObservedThread> threads;
  // Deadlocks.
  std::vector<ObservedWait> waiting;
  // Crashes.
  int signal = 0;
  std::string thread;
  std::string address;  // "0x0"
  Stack stack;
};

enum class RunEnd : std::uint8_t { Exited, Signalled, TimedOut, NotStarted };

// What kept a run from being watched in full: there was not enough of it.
enum class Trouble : std::uint8_t { Memory, Records, Threads };

struct ObservedRun {
  std::uint64_t seed = 0;
  RunEnd end = RunEnd::Exited;
  int code = 0;                 // exit code, or the signal
  std::uint32_t processes = 0;  // that were watched
  std::uint64_t events = 0, switches = 0, preemptions = 0, threads = 0;
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::vector<Trouble> troubles;
};

enum class Observation : std::uint8_t { Nothing, Violation };

struct ObserveDocument {
  Frame frame;         // the input is the program and its arguments
  std::string folder;  // the text shows names of files below it without it
  bool full = false;   // the text shows every step of every run
  Observation verdict = Observation::Nothing;
  std::vector<ObservedViolation> violations;  // each pair of places once
  std::vector<ObservedError> errors;
  std::uint64_t suppressed = 0;               // findings that a suppression matches
  std::uint64_t unproved = 0;                 // pairs that were not proved, and so are not shown
  std::vector<std::string> unproved_reasons;  // each once
  std::vector<ObservedRun> runs;
};

}  // namespace overtake::report

namespace overtake {

template <>
inline constexpr std::array kNames<report::ObservedKind>{
    Named{report::ObservedKind::Deadlock, "deadlock"}, Named{report::ObservedKind::Race, "race"},
    Named{report::ObservedKind::Crash, "crash"}};

template <>
inline constexpr std::array kNames<report::RunEnd>{
    Named{report::RunEnd::Exited, "exited"}, Named{report::RunEnd::Signalled, "signalled"},
    Named{report::RunEnd::TimedOut, "timed-out"}, Named{report::RunEnd::NotStarted, "not-started"}};

template <>
inline constexpr std::array kNames<report::Trouble>{Named{report::Trouble::Memory, "memory"},
                                                    Named{report::Trouble::Records, "records"},
                                                    Named{report::Trouble::Threads, "threads"}};

template <>
inline constexpr std::array kNames<report::Observation>{
    Named{report::Observation::Nothing, "none-observed"},
    Named{report::Observation::Violation, "violation"}};

}  // namespace overtake
