// The execution that an exploration is at: the sequence τ of its events, the states of its threads
// before each of them, a witness σ, and what memory holds at the end of σ. It grows by one event at
// a time (`perform`) and is cut back at its end (`cut`).
//
// Explorations differ in what a read is bound to (`Reads`). If it is bound to a write, causality
// contains reads-from. If it is bound to a value, it may obtain any of several writes, and
// causality contains only those reads for which one write is left: it holds in every run with these
// values. Then the end of an object's life may come before or after an access, and the explorer
// judges that at the end of the execution.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "memory/machine.h"
#include "smc/check.h"
#include "smc/locations.h"
#include "smc/thread_states.h"
#include "smc/trace.h"

namespace overtake::smc {

class WorkPool;

// Thrown inside an exploration when it meets a construct that it cannot decide exactly and another
// one can: overlapping accesses of different sizes, atomic sections, waiting for a value.
struct NeedsExhaustive {
  const char* construct;
  ir::SourceId source = {};
  bool merge_states =
      false;              // there are many executions: a verdict is worth more than their number
  bool careful = false;   // a careful exploration by causal maps can decide it (rvf_careful.cpp)
  bool attempts = false;  // so can one in which no attempt is left out (put_backs.h)
};

// Thrown inside an RF exploration when a thread waits in a loop: exploration by causal maps can
// decide that.
struct NeedsCausalMaps {};

// Operations that wait while the word has certain values, and then write it.
bool may_block(const exec::Op& op);

// An operation that waits for a value, and does not write.
inline bool is_await(const exec::Op& op) {
  return op.kind == exec::OpKind::Sync && op.sync() == ir::SyncOp::AwaitNotEqual;
}

inline bool is_arrival(const exec::Op& op) {
  return op.kind == exec::OpKind::Sync && op.sync() == ir::SyncOp::BarrierArrive;
}

enum class Reads : std::uint8_t { From, Value };

struct ExecutionRules {
  Reads reads = Reads::From;
  // Locations may overlap in every way, arrivals at a barrier are told apart by their round, and
  // locks are words like any other (rvf_careful.cpp).
  bool careful = false;
  // Threads in loops without effect stop there; else NeedsCausalMaps is thrown when one does.
  bool stops_spinning = true;
};

class CurrentExecution {
 public:
  CurrentExecution(const exec::Executor& executor, const CheckOptions& options,
                   ExecutionRules rules);
  CurrentExecution(const CurrentExecution&) = delete;
  CurrentExecution& operator=(const CurrentExecution&) = delete;

  const exec::Executor& executor() const { return executor_; }
  const MemoryModel& model() const { return options_.model; }
  const ExecutionRules& rules() const { return rules_; }
  // Threads have the same names in all explorers of the pool.
  void share_names(WorkPool& pool) { pool_ = &pool; }

  // --- executing (current_execution.cpp, execution_waits.cpp)
  void start();  // with the main thread
  bool empty() const { return threads_.empty(); }
  bool can_run(ThreadId t);
  // A read that obtains its bytes from several writes, of which causality knows.
  struct Torn {
    exec::Value value;
    std::vector<Position> sources;
  };
  // Performs the next operation of t. In the extension reads obtain what memory holds, else
  // `source`; `open`: that is one of several writes with that value, and causality must not contain
  // it.
  Position perform(ThreadId t, Position source, std::uint32_t choice, bool in_extension,
                   bool open = false, const Torn* torn = nullptr);
  // Puts the event, which was performed in the extension, at the end of σ: what it writes reaches
  // memory at once.
  void append_to_witness(Position p);
  void cut(std::uint32_t length);
  void note_last_writes();  // of sigma

  // The witness, which the explorer sets, and by location the last write in memory at its end.
  StepOrder sigma;
  std::vector<Position> last_write;

  // --- its events and threads
  const Trace& trace() const { return trace_; }
  TraceEvent& event(Position p) { return trace_.at(p); }
  const std::vector<ThreadStates>& threads() const { return threads_; }
  ThreadStates& states(ThreadId t) { return threads_[t.index()]; }
  const memory::ThreadNames& names() const { return names_; }
  // The thread that the parent spawned as its number-th child, from 0.
  ThreadId child(ThreadId parent, std::uint32_t number) { return names_.child(parent, number); }
  const Locations& locations() const { return locations_; }
  std::uint64_t events_performed() const { return events_performed_; }
  bool started(ThreadId t) const {
    return t.index() < threads_.size() && !threads_[t.index()].empty();
  }
  const exec::Thread& thread(ThreadId t) const { return threads_[t.index()].back(); }
  const exec::Op& op_of(Position p) const {
    return threads_[trace_[p].thread.index()][trace_[p].index].next();
  }
  // Whether the next operation of t is in an atomic section that has begun.
  bool in_section(ThreadId t) const { return started(t) && thread(t).ready() && after_glue(t); }
  bool reaches_memory(RunStep step) const;
  Event event_at(Position p) const;  // for instances
  Drain drain_of(const exec::Op& op) const;
  memory::Schedule schedule_of(std::span<const RunStep> order) const;

  // --- where operations access memory
  struct Resolved {
    bool ok = false;
    ir::ErrorKind error = ir::ErrorKind::InvalidPointer;
    SlotId object;
    std::uint32_t location = 0;
  };
  Resolved resolve(ThreadId t, const exec::Op& op);
  Resolved resolve_next(ThreadId t);  // the operation after those in τ
  exec::Resolution object_at(Address address, std::uint64_t size) const;
  exec::Value value_at(std::uint32_t location, Position write) const;
  exec::Value bytes_at(std::uint32_t location, Position write, std::uint32_t begin,
                       std::uint32_t end) const;
  bool has_mixed_sizes() const { return !mixed_objects_.empty(); }  // overlapping accesses
  // Whether every event after `to` finds the write `from` in memory, or a newer one.
  bool visible_after(Position from, Position to) const;
  // The round of a barrier that the arrival `op` would belong to after the first events of τ.
  std::uint64_t round_at(const exec::Op& op, std::uint32_t location, Position length) const;

  // --- lives of objects (execution_lifetimes.cpp)
  // The objects whose life ended in τ, in its order.
  const std::vector<std::pair<SlotId, Position>>& ended() const { return ended_; }
  // The object that the event accesses; none: it is no access.
  SlotId accessed(Position p) const;
  // An access, and the end of the life of its object.
  struct LifeRace {
    SlotId object;
    Position end;
    Position access;
  };
  // Those that causality leaves in either order, of which one is at `begin` or later: in the order
  // of ended(), then of τ.
  std::vector<LifeRace> life_races(Position begin = 0) const;

 private:
  void add_thread(ThreadId t, exec::Thread thread, Position spawn);
  bool after_glue(ThreadId t) const { return trace_.length(t) > 0 && trace_[trace_.last(t)].glued; }
  Position section_end(Position p) const;
  bool settles(EventKind kind) const;
  Position perform_access(const Resolved& r, const exec::Op& op, exec::Thread& next,
                          Position source, std::uint32_t choice, bool open, const Torn* torn);
  Position push(TraceEvent e, std::span<const Position> also_after = {});
  std::uint32_t epoch_of(ThreadId t, const exec::Op& op, std::uint32_t plain);
  std::vector<Position> accesses_of(const LocationInfo& location);
  StepOrder in_buffer_order(std::span<const RunStep> order) const;
  exec::Value barrier_value(std::uint32_t location, Position length) const;
  Position waker(ThreadId t, std::uint32_t location) const;
  std::vector<Position> arrivals(std::uint32_t location, std::uint64_t round,
                                 Position length) const;
  Position last_of(ThreadId t, ir::SyncOp which, const exec::Op& op) const;
  std::vector<Position> round_of(ThreadId t, const exec::Op& op) const;
  bool let_go(ThreadId t, const exec::Op& op) const;
  bool has_ended(ThreadId t, SlotId object) const;
  void end_life(SlotId object, Position end);

  const exec::Executor& executor_;
  const CheckOptions& options_;
  const ExecutionRules rules_;
  memory::ThreadNames names_;
  Locations locations_;
  WorkPool* pool_ = nullptr;  // none: alone
  Trace trace_;
  std::vector<ThreadStates> threads_;                         // by thread
  std::vector<std::pair<SlotId, Position>> ended_;            // objects whose life ended in τ
  tsl::robin_map<std::uint32_t, std::uint32_t> times_ended_;  // by slot, of those in ended_
  tsl::robin_set<std::uint32_t> mixed_objects_;  // slots of objects with overlapping locations
  // Locations by object and 16 bytes of it, and how many of them are there.
  tsl::robin_map<std::uint64_t, std::vector<std::uint32_t>> granules_;
  std::uint32_t granules_know_ = 0;
  std::uint64_t events_performed_ = 0;
};

}  // namespace overtake::smc
