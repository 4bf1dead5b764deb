// Trace classes: reads-from and the order of stores to each location (Mazurkiewicz traces under SC,
// Shasha-Snir traces under TSO and PSO). The exploration that the papers compare with, and what a
// robustness verdict needs.
//
// Each reads-from class splits into trace classes, one for each realizable combination of store
// orders. RF exploration visits the former; `StoreOrders` enumerates the latter, each once:
//
//   StoreOrders orders;
//   orders.enumerate(execution, Model::TSO, run, [](const Witness& w) { ...; return true; });
//
// Once sources and store orders are fixed, realizability is acyclicity. The nodes are the events
// and, for a buffered write, its memory-write. The edges are what every run obeys: program order,
// order edges, a write before its memory-write, the order in which a thread's stores reach memory
// under the model, drains; a write reaches memory before another thread reads it; a reader's own
// earlier stores reach memory before it reads from memory; stores in their order; a read before the
// store after its source. (A read of a buffered own write needs no other rule: whether the write
// has reached memory or not, the next store must not have.) Every order of the nodes that obeys the
// edges is a run of the machine with that trace, and every such run obeys them.
//
// The search decides one pair of stores to one location at a time, either way. Two rules of RF's
// closure keep it from dead ends: a store after the source of a read comes after the read, and a
// store before a read comes before its source.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/model.h"
#include "smc/check.h"
#include "trace/execution.h"

namespace overtake::smc {

class StoreOrders {
 public:
  // Whether two locations share bytes; empty: only if they are the same. A thread's stores to the
  // same bytes reach memory one after the other.
  std::function<bool(LocationId, LocationId)> overlap;

  // `execution` with its reads-from map, `run` any run of it. `visit` obtains a run of each trace
  // class and returns false to stop. Returns false if it was stopped.
  bool enumerate(const Execution& execution, Model model, const Witness& run,
                 const std::function<bool(const Witness&)>& visit);

 private:
  using Node = std::uint32_t;
  // By node, the nodes that come after it, as bits.
  using Reach = std::vector<std::uint64_t>;

  Node issue(EventId e) const { return e.value * 2; }
  Node memory(EventId e) const {  // where it reaches memory
    const Event& x = execution_->events[e.index()];
    return e.value * 2 + (x.kind == EventKind::Write && model_ != Model::SC ? 1 : 0);
  }
  bool before(const Reach& r, Node a, Node b) const {
    return (r[a * words_ + b / 64] >> (b % 64) & 1) != 0;
  }
  void base(Node from, Node to) { edges_.emplace_back(from, to); }
  void collect_events();
  void add_program_order();
  void add_drains(EventId e, const std::vector<EventId>& stores, std::uint32_t fence_count,
                  const std::vector<std::uint32_t>& fences);
  void add_reads();
  void close_base(Reach& reach, const Witness& run) const;
  bool add(Reach& reach, Node from, Node to) const;
  bool saturate(Reach& reach) const;
  bool search(Reach& reach);
  bool hand_out(const Reach& reach);

  const Execution* execution_ = nullptr;
  Model model_ = Model::SC;
  const std::function<bool(const Witness&)>* visit_ = nullptr;
  std::size_t nodes_ = 0;
  std::size_t words_ = 0;
  std::vector<std::pair<Node, Node>> edges_;
  std::vector<std::vector<EventId>> writes_;              // by location
  std::vector<std::vector<EventId>> reads_;               // by location
  std::vector<std::pair<std::uint32_t, Node>> by_reach_;  // scratch
};

// `check` with Equivalence::Trace; throws what RfExplorer throws.
void explore_traces(const exec::Executor& executor, const CheckOptions& options,
                    CheckResult& result);

}  // namespace overtake::smc
