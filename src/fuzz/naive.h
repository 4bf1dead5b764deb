// A second opinion: the memory models once more, on Sketches, sharing nothing with the IR, the
// executor and the machines that it judges.
//
// It is docs/memory-models.md read word by word and nothing else: explicit store buffers, every
// enabled step of every thread and every drain of every buffer tried in every reachable state,
// states merged only when they are equal. No reduction of any kind, and no notion of a spin loop:
//
// - An *end* is a state in which nothing can happen any more. If a thread is left that has not
//   stopped, it waits for ever: a deadlock, or a hang if it awaits a value.
// - A *hang* is a set of states that lead to each other and nowhere else (a bottom strongly
//   connected component of the state graph that is more than a state without steps) in which some
//   thread has not stopped: it runs for ever, and nothing that any thread can do ends that. Runs
//   that repeat a cycle although a step leads out of it are no hangs: sooner or later it is
//   taken.
// Neither is an error if some thread failed, was stopped by an assume or a bound, or called exit():
// a thread that waits may wait for that one.
//
// The state graph must be finite. Counters in a loop that need not end have to be masked, and
// stores in it drained: where they are not, a limit is reached (`finished` is false).
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "base/model.h"
#include "fuzz/outcome.h"
#include "fuzz/sketch.h"

namespace overtake::fuzz {

struct NaiveOptions {
  MemoryModel model = Model::SC;
  std::size_t max_states = 0;  // 0: no limit
  // A thread that would begin more iterations than that of one run of a While, DoWhile or Loop
  // stops there. 0: no bound.
  std::uint32_t unroll = 0;
  // Also tell the reads-from classes of runs that end apart, or their traces (with the order of
  // stores to each byte); costs time. Traces: only of programs that cannot run for ever.
  bool classes = false;
  bool traces = false;
};

struct NaiveResult {
  Outcomes outcomes;  // of all ends
  Outcomes hangs;     // without memory: the threads that go on and those that wait are `Stuck`
  bool deadlock = false;
  bool hang = false;
  // Their names mean nothing; how many there are does. naive_past.cpp says what a class is.
  std::set<std::string> classes;          // of ends in which no assume or bound stopped a thread
  std::set<std::string> stopped_classes;  // of the other ends
  std::set<std::string> traces;
  bool all_traces_are_sc = true;  // see naive_trace.cpp
  std::size_t states = 0;
  bool finished = true;  // false: a limit was reached
};

NaiveResult naive_outcomes(const Sketch& sketch, const NaiveOptions& options);

}  // namespace overtake::fuzz
