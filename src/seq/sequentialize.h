// Lazy sequentialization: a bounded concurrent program as a sequential one.
//
// The threads take turns, in the order of their numbers, for R rounds. In each of its turns a
// thread does as many of its next visible operations as the run guesses, one guess at a time. The
// result is a single-threaded Program with nondeterministic choice (Choose) and assume:
//
//     main        R times: T0(); T1(); ...; then: is it a deadlock?
//     T1          one turn of thread 1
//
// A thread's code is cut at its *points*: before each visible operation, and where paths from
// different points meet. One flag a point says that the thread is there (a program counter in
// one-hot form), and a turn is, for each point in topological order,
//
//     if (at[p] && (visible ? the run wants it : true)) { at[p] = 0; ...; at[q] = 1; }
//
// so the formula of a turn has one guarded block for each point, and no jumps. Registers that live
// across points are kept in the global T1.frame. What a thread does to shared memory goes through a
// shared memory abstraction (seq/sma.h) and nothing else.
//
// A run of the sequential program is a run of the concurrent one, and the other way round for runs
// that need no more than R rounds: a blocked operation is not chosen (assume), a false assume and
// an exceeded bound stop their own thread only, as on the machine. The stores to `steps.thread`
// tell the schedule.
#pragma once

#include <cstdint>
#include <vector>

#include "seq/bound.h"
#include "seq/sma.h"
#include "seq/targets.h"

namespace overtake::seq {

struct SequentializeOptions {
  SmaOptions sma;
  std::uint32_t rounds = 2;
};

// Bounds that cover every run of the bounded program.
struct SufficientBounds {
  std::uint32_t rounds = 1;
  std::uint32_t max_clock = 1;
  std::uint32_t queue = 2;
};

struct SequentialProgram {
  ir::Program program;
  Steps steps;
  ir::GlobalId exceeded;  // at the end: some thread has been stopped by a bound
  std::vector<Cell> cells;
  SufficientBounds sufficient;
  std::uint32_t visible_operations = 0;  // in the code of all threads ...
  std::uint32_t switches = 0;            // ... and those with a context switch before them
  std::uint32_t buffered_cells = 0;
};

SequentialProgram sequentialize(const BoundedProgram& bounded, const SequentializeOptions& options);

}  // namespace overtake::seq
