// What others may ask about an execution at whose end an RF exploration is: each of its reads is
// bound to one write.
#pragma once

#include "smc/class_names.h"
#include "smc/current_execution.h"

namespace overtake::smc {

class ExecutionView {
 public:
  explicit ExecutionView(const CurrentExecution& execution) : execution_(execution) {}

  // Its events with their sources; an event's id is its position in τ.
  void describe(Execution& out) const;
  Witness witness() const;
  // Whether two of its locations share bytes.
  bool overlap(LocationId a, LocationId b) const;
  // Whether an access may come after the end of its object's life: an error whatever else happens,
  // and then the order of accesses and ends matters, which is no part of a trace.
  bool lifetimes_race() const;
  // Whether no thread can continue after this run of it: what a waiting thread finds in memory may
  // depend on the order of the stores.
  bool is_maximal(const Witness& run) const;
  memory::Schedule schedule_for(const Witness& run) const;
  // The name of the run's trace.
  ClassName trace_name(const Witness& run) const { return trace_class(execution_, run); }
  const memory::ThreadNames& names() const { return execution_.names(); }

  // Its threads: how many events each has done, its state after the first n of them, and the event
  // that started it (none: main).
  std::size_t thread_count() const { return execution_.threads().size(); }
  bool has_started(ThreadId t) const { return execution_.started(t); }
  std::uint32_t event_count(ThreadId t) const { return trace_.length(t); }
  const exec::Thread& state_after(ThreadId t, std::uint32_t n) const {
    return execution_.threads()[t.index()][n];
  }
  EventId started_by(ThreadId t) const { return event_of(trace_.spawn(t)); }
  // Whether the k-th event of the first thread is a cause of, or is, the n-th of the second.
  bool comes_before(ThreadId a, std::uint32_t k, ThreadId b, std::uint32_t n) const {
    return trace_.before(trace_.position(a, k), trace_.position(b, n));
  }

 private:
  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
};

}  // namespace overtake::smc
