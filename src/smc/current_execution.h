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

#include <cstdint>
#include <span>
#include <vector>

#include "memory/machine.h"
#include "smc/check.h"
#include "smc/epochs.h"
#include "smc/lifetimes.h"
#include "smc/locations.h"
#include "smc/thread_states.h"
#include "smc/trace.h"
#include "smc/wakeups.h"

namespace overtake::smc {

class WorkPool;

enum class Reads : std::uint8_t { From, Value };

struct ExecutionRules {
  Reads reads = Reads::From;
  // Locations may overlap in every way, arrivals at a barrier are told apart by their round, and
  // locks are words like any other (rvf_torn.h, rvf_rounds.h).
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

  // --- executing (current_execution.cpp; can_run: wakeups.cpp)
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
  // ... as if no object's life ended.
  Resolved resolve_alive(ThreadId t, const exec::Op& op);
  exec::Resolution object_at(Address address, std::uint64_t size) const;
  exec::Value value_at(std::uint32_t location, Position write) const;
  exec::Value bytes_at(std::uint32_t location, Position write, std::uint32_t begin,
                       std::uint32_t end) const;
  bool has_mixed_sizes() const { return !epochs_.empty(); }  // overlapping accesses
  bool has_mixed_sizes(SlotId object) const { return epochs_.contains(object); }
  bool overlaps(std::uint32_t location) const {  // accesses of other sizes
    return locations_[location].plain != LocationInfo::kNotAnEpoch ||
           locations_.overlapping(location).size() > 1;
  }

  // --- its parts
  const Wakeups& wakeups() const { return wakeups_; }
  const Lifetimes& lifetimes() const { return lifetimes_; }

 private:
  void add_thread(ThreadId t, exec::Thread thread, Position spawn);
  bool after_glue(ThreadId t) const { return trace_.length(t) > 0 && trace_[trace_.last(t)].glued; }
  Position section_end(Position p) const;
  Resolved locate(ThreadId t, const exec::Op& op, const exec::Resolution& at, bool ended);
  bool settles(EventKind kind) const;
  Position perform_access(const Resolved& r, const exec::Op& op, exec::Thread& next,
                          Position source, std::uint32_t choice, bool open, const Torn* torn);
  Position push(TraceEvent& e, std::span<const Position> also_after = {});

  const exec::Executor& executor_;
  const CheckOptions& options_;
  const ExecutionRules rules_;
  memory::ThreadNames names_;
  Locations locations_;
  WorkPool* pool_ = nullptr;  // none: alone
  Trace trace_;
  std::vector<ThreadStates> threads_;  // by thread
  Wakeups wakeups_{*this};
  Lifetimes lifetimes_{*this};
  Epochs epochs_{*this, locations_};
  std::uint64_t events_performed_ = 0;
};

}  // namespace overtake::smc
