// What the runs of a program have shown, as data. Documents are made from it (observe/document.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/model.h"
#include "observe/judge.h"
#include "observe/symbols.h"

namespace overtake::observe {

using report::ObservedThread;

// An access, or another event of a run.
struct ObservedEvent {
  std::string op;        // "store", "load", "rmw", "cas", "fence", ...
  std::uint32_t thread;  // in the violation's `threads`
  std::string variable;  // "counter", "table+16", "0x7f..."; empty: none
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  Stack stack;
};

struct Step {
  std::uint32_t event = 0;  // in the violation's `events`
  bool reaches_memory = false;
};

struct CycleStep {
  std::uint32_t event = 0;
  EdgeKind edge;  // to the next one; from the last one to the first
};

struct Violation {
  Model model = Model::TSO;  // the strongest one that has it: TSO if it is one there, too
  std::vector<ObservedThread> threads;
  std::vector<ObservedEvent> events;  // those of the run, in the order in which they were observed
  std::uint32_t delayed = 0;
  std::uint32_t overtaking = 0;
  std::vector<CycleStep> cycle;  // begins with the delayed store
  std::vector<Step> run;         // of the weak machine: replayed, consistent
  ScVerdict same_reads_under_sc = ScVerdict::Unknown;
  std::uint64_t count = 0;  // how often it was seen
  std::uint64_t runs = 0;   // in how many runs
  std::uint64_t seed = 0;   // of the first of them
  std::string trace;        // the observed execution, in JSON (docs/formats.md)
  std::string weak_trace;   // the run of the weak machine
};

struct RaceFound {
  std::vector<ObservedThread> threads;
  ObservedEvent first;
  ObservedEvent second;
  std::uint64_t count = 0;
  std::uint64_t runs = 0;
  std::uint64_t seed = 0;
};

struct WaitFound {
  std::string thread;
  std::string what;      // "a mutex"
  std::string variable;  // its name, or its address
  std::string owner;     // the thread that has it; empty: not known
  Stack stack;
};

struct DeadlockFound {
  std::vector<WaitFound> waiting;
  std::uint64_t runs = 0;
  std::uint64_t seed = 0;
};

struct CrashFound {
  int signal = 0;
  std::string thread;
  std::uint64_t address = 0;
  Stack stack;
  std::uint64_t runs = 0;
  std::uint64_t seed = 0;
};

using report::RunEnd;

struct RunSummary : report::ObservedRun {
  std::uint32_t trouble = 0;  // kTrouble...
};

struct Result {
  std::vector<std::string> command;
  std::vector<Violation> violations;  // each pair of places once
  std::vector<RaceFound> races;
  std::vector<DeadlockFound> deadlocks;
  std::vector<CrashFound> crashes;
  std::vector<RunSummary> runs;
  std::uint64_t suppressed = 0;               // findings that a suppression matches
  std::uint64_t unproved = 0;                 // pairs that were not proved, and so are not shown
  std::vector<std::string> unproved_reasons;  // each once
  double seconds = 0;

  bool found_anything() const {
    return !violations.empty() || !races.empty() || !deadlocks.empty();
  }
};

}  // namespace overtake::observe
