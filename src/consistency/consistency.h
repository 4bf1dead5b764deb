// Could this execution have happened? Realizability of events with a reads-from map, or with good
// writes, under SC, TSO and PSO (RF §4, RVF §4).
//
//   Execution x;                                    // store buffering: both reads miss
//   auto w1 = x.add({.kind = EventKind::Write, .thread = ThreadId{0}, .location = LocationId{0}});
//   auto r1 = x.add({.kind = EventKind::Read,  .thread = ThreadId{0}, .location = LocationId{1}});
//   auto w2 = x.add({.kind = EventKind::Write, .thread = ThreadId{1}, .location = LocationId{1}});
//   auto r2 = x.add({.kind = EventKind::Read,  .thread = ThreadId{1}, .location = LocationId{0}});
//                                                   // reads_from: kInitialWrite unless set
//   consistency::verify(x, Model::SC).verdict;      // Inconsistent, with a cycle as the reason
//   consistency::verify(x, Model::TSO).verdict;     // Consistent, with a witness
//
// Code that asks often keeps a Verifier: it owns all scratch memory, and a call allocates nothing
// once it has seen an instance of that size.
//
//   consistency::Verifier verifier;
//   for (...) {
//     if (verifier.realizable(execution, model, hint)) use(verifier.witness());
//   }
//
// A Verifier is not thread-safe; use one per thread. A witness is a run of the machine with every
// memory-write in its place: trace/replay.h judges it independently.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/model.h"
#include "trace/execution.h"

namespace overtake::consistency {

// Which part decides. Portfolio is what one wants; the others exist to be compared.
enum class Algorithm : std::uint8_t {
  Portfolio,  // the hint repaired, or a greedy order; then closure; then search inside it
  Search,     // VerifySC / VerifyTSO / VerifyPSO
  Naive,      // enumeration of the lower sets of all events
  Closure,    // closure alone: Inconsistent if it refutes, else Unknown
  Greedy,     // one greedy dive alone: Consistent if it succeeds, else Unknown
};

struct Options {
  Algorithm algorithm = Algorithm::Portfolio;
  bool closure = true;           // Search and Naive: compute the closure first and search inside it
  bool reason = true;            // explain a refutation (costs only when closure refutes)
  std::uint64_t max_states = 0;  // give up (Unknown) after so many search states; 0: never
  double timeout_seconds = 0;    // give up (Unknown) after so long; 0: never
};

enum class Verdict : std::uint8_t { Consistent, Inconsistent, Unknown };

// Why one event comes before another in every run, or why there is no run.
enum class Rule : std::uint8_t {
  ProgramOrder,     // same thread (or same buffer, or a drain, or a store-store fence)
  OrderEdge,        // spawn, join
  ReadsFrom,        // rule 1 (i): a write reaches memory before another thread reads it
  OwnWriteFirst,    // rule 1 (ii): the reader's own earlier write reaches memory before its source
  WriteBeforeRead,  // rule 2: a write before the read comes before the write it reads
  WriteAfterWrite,  // rule 3: a write after the write it reads comes after the read
  InitialValue,     // a read of the initial value comes before every write
  Cycle,            // the orders above contradict each other
  // Refutations of a single read, without a cycle:
  NotAWrite,         // it reads from something that does not write its location
  ReadsFuture,       // it reads a later write of its own thread
  ReadsOverwritten,  // an own write hides the one it reads
  ReadsHidden,       // it reads a write that its atomic block overwrites before anyone can see it
  NoGoodWrite,       // none of its good writes can be the one it obtains
  Exhausted,         // the search tried every order
};

// One edge of a refuting cycle: `from` comes before `to`, because of `rule` applied to `read`.
struct ReasonEdge {
  WitnessStep from;
  WitnessStep to;
  Rule rule;
  EventId read;  // none for program order and order edges
};

struct Reason {
  Rule rule = Rule::Exhausted;    // Cycle, or the refutation of a single read, or Exhausted
  EventId read;                   // the read, for refutations of a single read
  std::vector<ReasonEdge> cycle;  // each edge's `to` is the next one's `from`; empty if no cycle
};

enum class DecidedBy : std::uint8_t { Static, Greedy, Closure, Search };

struct Statistics {
  DecidedBy decided_by = DecidedBy::Static;
  std::uint64_t states = 0;         // search states visited
  std::uint64_t closure_edges = 0;  // edges the closure added
  std::uint32_t closure_rounds = 0;
};

struct Result {
  Verdict verdict = Verdict::Unknown;
  Witness witness;  // if Consistent
  Reason reason;    // if Inconsistent
  Statistics statistics;
};

class Verifier {
 public:
  Verifier();
  ~Verifier();
  Verifier(Verifier&&) noexcept;
  Verifier& operator=(Verifier&&) noexcept;

  // Is there a run in which every read obtains the write that execution.reads_from names? `hint` is
  // any sequence of steps of this execution, typically the witness of a similar one: it decides
  // only what is tried first. Events it does not name come last; it need not be a run.
  Verdict verify(const Execution& execution, Model model, const Options& options = {},
                 const Witness* hint = nullptr);

  // The same, with every read obtaining one of its good writes; execution.reads_from is ignored.
  Verdict verify(const Execution& execution, const GoodWrites& good_writes, Model model,
                 const Options& options = {}, const Witness* hint = nullptr);

  // For hot loops: the default portfolio, no reason.
  bool realizable(const Execution& execution, Model model, const Witness* hint = nullptr);
  bool realizable(const Execution& execution, const GoodWrites& good_writes, Model model,
                  const Witness* hint = nullptr);

  const Witness& witness() const;  // of the last call, if it said Consistent
  const Reason& reason() const;    // of the last call, if it said Inconsistent
  const Statistics& statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

Result verify(const Execution& execution, Model model, const Options& options = {});
Result verify(const Execution& execution, const GoodWrites& good_writes, Model model,
              const Options& options = {});

}  // namespace overtake::consistency
