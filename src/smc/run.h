// A run in the making, which every exploration extends, cuts back and reports: the threads with
// their state before each of their events, the trace τ of what they did, a witness σ, and what
// memory holds at its end.
//
// Explorations differ in what a read is bound to (`Reads`). If it is bound to a write, causality
// contains reads-from. If it is bound to a value, which of several writes it obtains is open, and
// causality knows only of those reads for which one write is left: it holds in every run with
// these values. Then the end of an object's life may come before or after an access, and whoever
// explores judges that at the end of the execution.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "consistency/consistency.h"
#include "consistency/verify_overlaps.h"
#include "memory/machine.h"
#include "smc/check.h"
#include "smc/classes.h"
#include "smc/errors.h"
#include "smc/locations.h"
#include "smc/races.h"
#include "smc/thread_states.h"
#include "smc/trace.h"
#include "smc/work_pool.h"

namespace overtake::smc {

// Thrown inside an exploration when it meets what it cannot decide exactly and another one can:
// overlapping accesses of different sizes, atomic sections, waiting for a value.
struct NeedsExhaustive {
  const char* construct;
  ir::SourceId source = {};
  bool merge_states =
      false;              // there are many executions: a verdict is worth more than their number
  bool careful = false;   // a careful exploration by causal maps knows it (rvf_careful.cpp)
  bool attempts = false;  // so does one in which no attempt is left out (run_put_back.cpp)
};

// Thrown inside an RF exploration when a thread waits in a loop: exploration by causal maps knows
// how to do that.
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

class Run : public Explorer {
 public:
  void join(WorkPool& pool) { pool_ = &pool; }
  // Threads in loops without effect stop there; else NeedsCausalMaps is thrown when one does.
  bool stops_spinning = true;
  void conclude() override;

 protected:
  enum class Reads : std::uint8_t { From, Value };

  // `careful`: locations may overlap in every way, arrivals at a barrier are told apart by their
  // round, and locks are words like any other (rvf_careful.cpp).
  Run(const exec::Executor& executor, const CheckOptions& options, CheckResult& result, Reads reads,
      bool careful = false);

  // --- executing (run.cpp, run_wait.cpp)
  bool can_run(ThreadId t);
  // Whether t, if its next operation obtains that value, is back at the head of a loop in the state
  // in which it was there before, having only read since.
  bool futile(ThreadId t, const exec::Value& value);
  // At the end of an execution: throws NeedsExhaustive if anyone can tell a difference between the
  // rounds that were left out because they take back what they do, and none (run_put_back.cpp).
  void demand_unseen_rounds();
  // Does the next operation of t. In the extension reads obtain what memory holds, else `source`;
  // `open`: that is one of several writes with that value, and causality must not know of it.
  // `torn`: it obtains its bytes from several writes, of which causality knows.
  struct Torn {
    exec::Value value;
    std::vector<Position> sources;
  };
  Position perform(ThreadId t, Position source, std::uint32_t choice, bool in_extension,
                   bool open = false, const Torn* torn = nullptr);
  // Whether the next operation of t is in an atomic section that has begun.
  bool in_section(ThreadId t) const { return started(t) && thread(t).ready() && after_glue(t); }
  struct Resolved {
    bool ok = false;
    ir::ErrorKind error = ir::ErrorKind::InvalidPointer;
    SlotId object;
    std::uint32_t location = 0;
  };
  Resolved resolve(ThreadId t, const exec::Op& op);
  exec::Resolution object_at(Address address, std::uint64_t size) const;
  Resolved resolve_next(ThreadId t);  // the operation after those in τ
  exec::Value value_at(std::uint32_t location, Position write) const;
  void add_thread(ThreadId t, exec::Thread thread, Position spawn);
  const exec::Thread& thread(ThreadId t) const { return threads_[t.index()].back(); }
  const exec::Op& op_of(Position p) const {
    return threads_[trace_[p].thread.index()][trace_[p].index].next();
  }
  // The object that the event accesses; none: it is no access.
  SlotId accessed(Position p) const;
  // An access, and the end of the life of its object.
  struct LifeRace {
    SlotId object;
    Position end;
    Position access;
  };
  // Those that causality leaves in either order, of which one is at `begin` or later: in the order
  // of ended_, then of τ.
  std::vector<LifeRace> life_races(Position begin = 0) const;
  bool started(ThreadId t) const {
    return t.index() < threads_.size() && !threads_[t.index()].empty();
  }
  // In instances for the consistency library.
  static EventId event_of(Position p) { return p == kInitial ? kInitialWrite : EventId{p}; }
  void cut(std::uint32_t length);
  void note_last_writes();  // of sigma_
  bool reaches_memory(RunStep step) const;
  bool has_mixed_sizes() const { return !mixed_objects_.empty(); }  // overlapping accesses
  Drain drain_of(const exec::Op& op) const;
  void note_verified();              // how verifier_ came to its last verdict
  Event event_at(Position p) const;  // of τ, for instances

  // --- which writes a read cannot see (run.cpp)
  // A read of `location` by `thread`, after its event `predecessor`.
  struct Reader {
    ThreadId thread;
    Position predecessor = kInitial;
    std::uint32_t location = 0;
  };
  std::uint32_t settled(ThreadId t, std::uint32_t n) const;
  void find_settled(const Reader& r);  // sets settled_
  bool hidden(const Reader& r, Position w) const;
  bool comes_before(Position first, Position second) const;
  bool shows_source(Position p) const;

  // --- overlapping locations, for careful explorations (run_bytes.cpp)
  // The bytes begin .. end - 1 of a location that no write of τ divides, and the writes that cover
  // them, of which the initial value may be one.
  struct Cell {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::vector<Position> writes;
  };
  std::vector<Position> overlapping_writes(std::uint32_t location) const;
  std::vector<Cell> cells_of(std::uint32_t location) const;
  bool covers_cell(Position write, std::uint32_t location, const Cell& cell) const;
  bool visible_after(Position from, Position to) const;
  bool supersedes(Position newer, Position older) const;
  bool agree(std::uint32_t location, const Cell& a, Position x, const Cell& b, Position y) const;
  // Of the bytes of `cell` only.
  exec::Value cell_value(std::uint32_t location, const Cell& cell, Position write) const;
  static void add_cell(exec::Value& to, const exec::Value& from, const Cell& cell);
  std::span<const consistency::Extent> extents();
  // The round of a barrier that the arrival `op` would belong to after the first events of τ.
  std::uint64_t round_at(const exec::Op& op, std::uint32_t location, Position length) const;
  std::vector<exec::Value> final_bytes(std::uint32_t location) const;
  consistency::ReadParts parts_with_value(std::uint32_t location, const exec::Value& value) const;

  // --- ending (run_finish.cpp, run_hang.cpp)
  // Threads that wait in loops at the end, and a run after which they do so for ever.
  struct Stuck {
    std::vector<exec::Thread> threads;  // at the end of an iteration without effect
    memory::Schedule schedule;          // these iterations included
    // One of them spins or waits for a value; else all of them wait for locks.
    const exec::Thread* spins() const;
  };
  void finish_execution(std::uint64_t stands_for = 1, const Stuck* stuck = nullptr);
  void check_races();  // run_races.cpp; every read must be bound to one write
  std::optional<Stuck> find_stuck(std::span<const ThreadId> waiting);
  // Whether the thread, if the others did nothing more, may iterate for ever.
  bool may_be_stuck(ThreadId t);
  // What the location may hold after the events of τ.
  std::vector<exec::Value> final_values(std::uint32_t location) const;
  bool interrupted() const;                                  // from outside, or by another worker
  std::uint64_t executions() const;                          // so far
  virtual double estimated_executions() const { return 0; }  // in all; 0: no idea
  void report(const exec::Error& error, ThreadId t, memory::Schedule schedule);
  memory::Schedule schedule_of(std::span<const RunStep> order) const;
  // The reads-from class, if every read is bound to one write.
  ClassName class_name() const;
  // Adds the writes that the read may obtain; events are named by their positions.
  virtual void add_sources(Position read, std::vector<EventId>& sources) const = 0;

  const exec::Executor& executor_;
  const CheckOptions& options_;
  CheckResult& result_;
  ErrorCollector errors_;
  memory::ThreadNames names_;
  Locations locations_;
  consistency::Verifier verifier_;

  Trace trace_;
  std::vector<ThreadStates> threads_;  // by thread
  std::vector<Position> last_write_;   // by location, at the end of sigma_
  StepOrder sigma_;
  std::vector<std::pair<SlotId, Position>> ended_;  // objects whose life ended in τ
  std::uint64_t events_performed_ = 0;
  bool stop_ = false;
  std::vector<std::uint32_t> settled_;  // by thread, for the reader last asked about
  const bool careful_;
  std::vector<consistency::ReadParts> parts_;  // by position, of reads; careful explorations only
  consistency::VerifyOverlaps overlaps_;
  std::vector<consistency::Extent> extents_;  // by location
  WorkPool* pool_ = nullptr;                  // none: alone

 private:
  bool after_glue(ThreadId t) const { return trace_.length(t) > 0 && trace_[trace_.last(t)].glued; }
  Position section_end(Position p) const;
  bool settles(EventKind kind) const;
  Position perform_access(const Resolved& r, const exec::Op& op, exec::Thread& next,
                          Position source, std::uint32_t choice, bool open, const Torn* torn);
  Position push(TraceEvent e, std::span<const Position> also_after = {});
  std::uint32_t epoch_of(ThreadId t, const exec::Op& op, std::uint32_t plain);  // run_mixed.cpp
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
  void add_initial_sources(const LocationInfo& location, History& h) const;
  void add_sources_of_bytes(Position read, History& h) const;
  std::optional<CheckResult::Repeated> most_repeated() const;
  bool lives_race(Position last, Position end) const;
  bool is_cause(Position p, Position last, Position end) const;
  std::optional<memory::Schedule> schedule_of_causes(ThreadId t) const;
  void report_stuck(memory::Ending ending, memory::Schedule schedule);
  void report_hang(const Stuck& stuck);
  void check_hang();
  struct FinalRead {
    ThreadId thread;
    std::uint32_t location = 0;
    std::function<bool(const exec::Value&)> fits;
    const exec::Value* exactly = nullptr;  // only this value fits
  };
  bool ends_with(std::span<const FinalRead> reads, StepOrder& order);
  consistency::ReadParts parts_that_fit(const FinalRead& read) const;  // run_bytes.cpp
  bool add_spin_reads(std::vector<FinalRead>& reads);
  struct StuckSearch;
  bool stuck_from(StuckSearch& search, exec::Thread thread, std::size_t looked);
  bool finds_the_same(StuckSearch& search, std::size_t read);
  bool all_stuck(StuckSearch& search);

  // --- objects that no other thread knows of, on a way ahead (run_own.cpp)
  struct OwnMemory {
    struct Write {
      Address address = 0;
      std::uint8_t size = 0;
      exec::Value value;
    };
    std::vector<Write> written;  // oldest first
    std::vector<SlotId> ended;
  };
  // Does the thread's next operation, which is one on such an object. False: it is an error, or
  // what it finds cannot be told.
  bool do_own(exec::Thread& thread, OwnMemory& own);
  std::optional<exec::Value> own_value(const exec::Thread& thread, const exec::Op& op,
                                       const exec::Resolution& object, const OwnMemory& own);

  // --- rounds that take back what they did (run_put_back.cpp)
  // An amount by which memory may differ while a round is under way.
  struct Round {
    ThreadId thread;
    std::uint32_t index = 0;  // of the attempt among the thread's events
    std::uint32_t location = 0;
    std::uint64_t amount = 0;
    friend bool operator==(const Round&, const Round&) = default;
  };
  struct RoundSearch;
  struct OpState;
  // Of an operation: the state of its thread before it, and what it and its round may find.
  struct Surroundings {
    exec::Thread state;
    std::vector<std::uint64_t> words;
    friend bool operator==(const Surroundings&, const Surroundings&) = default;
  };
  struct SurroundingsHash {
    std::size_t operator()(const Surroundings& s) const {
      return hash_words(s.words, s.state.hash());
    }
  };
  bool comes_back(const exec::Thread& at, const Reader& reader, const exec::Value& value);
  bool comes_back(RoundSearch& search, const exec::Value& value);
  bool goes_back_alone(exec::Thread thread);
  bool goes_on_to_come_back(RoundSearch& search, exec::Thread thread);
  bool does_and_comes_back(RoundSearch& search, const exec::Thread& thread, std::uint32_t location,
                           const exec::Value& value);
  bool stays(RoundSearch& search, const exec::Thread& thread);
  struct MayBeThere {
    exec::Value value;
    std::uint64_t amount = 0;
  };
  std::vector<MayBeThere> what_may_be_there(const Reader& reader, std::span<const Round> rounds);
  std::vector<std::uint64_t> amounts(const Reader& reader, Position write,
                                     std::span<const Round> rounds) const;
  std::vector<OpState> op_states();
  std::vector<Round> find_rounds(std::span<const OpState> states);
  bool ordered(const Round& round, const OpState& op);
  std::vector<Round> rounds_of(const OpState& op, std::span<const Round> others);
  Surroundings surroundings(const OpState& op, std::span<const Round> rounds);
  void add_surroundings(const Reader& reader, std::span<const Round> rounds, Surroundings& to);
  bool sees_no_round(const OpState& op, std::span<const Round> rounds,
                     std::span<const Round> meanwhile);
  bool makes_no_difference(const OpState& op, std::span<const Round> rounds,
                           const exec::Value& value, std::uint64_t amount);
  bool same(const exec::Thread& a, const exec::Thread& b);
  bool is_needed(const exec::Executor::Register& which);

  const Reads reads_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<bool>> live_;  // is_needed
  std::vector<std::uint32_t> round_locations_;  // what rounds read after their attempts
  std::unordered_set<Surroundings, SurroundingsHash> unseen_;  // what sees_no_round() is known of
  std::unordered_map<Surroundings, std::vector<Round>, SurroundingsHash> known_rounds_;
  tsl::robin_map<std::uint32_t, std::uint32_t> times_ended_;  // by slot, of those in ended_
  tsl::robin_set<std::uint32_t> mixed_objects_;  // slots of objects with overlapping locations
  // Locations by object and 16 bytes of it, and how many of them are there.
  tsl::robin_map<std::uint64_t, std::vector<std::uint32_t>> granules_;
  std::uint32_t granules_know_ = 0;
  Execution hang_instance_;
  RaceFinder race_finder_;
  std::vector<RaceEvent> race_events_;
};

}  // namespace overtake::smc
