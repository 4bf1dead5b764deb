// From a finding to a proof: is there really a run of the weak machine that is not sequentially
// consistent?
//
// The runtime says: store d of thread q could still have been in its buffer when event e of thread
// p happened, and d happens before the event before e. The judge takes the recorded window and
// builds the run that shows it:
//
// - Everything that happened before d has reached memory: up to there the run is the one that was
//   observed. Of the window only the past of the event before e is needed: its events are
//   executed in the order in which they happened, and every store reaches memory at once, except d
//   and the stores of q that have to stay after it (TSO: all later ones; PSO: those to the same
//   bytes and those after a store-store fence).
// - If e has bytes that d does not have, it may be a store to these that d happens before: the past
//   is that of this store then, and e finds it in memory (core/watch.h, find_torn).
// - Then e happens; it does not see d. Then the stores that were held back reach memory.
//
// It is replayed on the machine (trace/replay.h), where every read but e has to obtain what it
// obtained when it was observed, so that the program does the same; the consistency library has to
// find it possible under the model; and its happens-before must have a cycle through d and e. If
// any of this fails, nothing is reported.
//
// Accesses of different sizes are cut into pieces that no access divides further; the pieces of a
// store reach memory together. Memory that only one thread uses is left out: it constrains nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/model.h"
#include "observe/findings_file.h"
#include "trace/execution.h"

namespace overtake::observe {

struct Bytes {
  std::uint64_t begin = 0, end = 0;
};

// A part of the observed execution. Events are in the order in which they happened.
struct Part {
  Execution execution;                 // reads_from: as observed
  std::vector<std::uint32_t> window;   // by event: which of the window
  std::vector<Bytes> locations;        // by location
  std::vector<std::uint32_t> threads;  // by thread: its number
};

enum class EdgeKind : std::uint8_t {
  ProgramOrder,
  Synchronization,
  ReadsFrom,
  StoreOrder,
  FromRead
};

struct Edge {
  EventId from, to;
  EdgeKind kind;
};

enum class ScVerdict : std::uint8_t { No, Yes, Unknown };

struct Judged {
  std::string error;  // why it is not proved; empty: it is
  Model model = Model::TSO;
  Part part;
  EventId delayed;
  EventId overtaking;
  Witness run;                    // of the weak machine
  std::vector<EventId> obtained;  // by event: what it reads in that run
  std::vector<Edge> cycle;        // begins with the delayed store
  // Whether an SC execution has the same reads: Yes if only the order of stores differs.
  ScVerdict same_reads_under_sc = ScVerdict::Unknown;
};

// The violation under one of its models.
Judged judge(const FoundPair& violation, Model model);

// The whole window as a part, for comparison with src/monitor.
Part as_part(const std::vector<WindowEvent>& events);

}  // namespace overtake::observe
