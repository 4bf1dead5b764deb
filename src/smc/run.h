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
#include <utility>
#include <vector>

#include "consistency/consistency.h"
#include "consistency/verify_overlaps.h"
#include "memory/machine.h"
#include "smc/check.h"
#include "smc/classes.h"
#include "smc/current_execution.h"
#include "smc/errors.h"
#include "smc/hidden_writes.h"
#include "smc/locations.h"
#include "smc/races.h"
#include "smc/work_pool.h"

namespace overtake::smc {

class Run : public Explorer {
 public:
  void join(WorkPool& pool) {
    pool_ = &pool;
    execution_.share_names(pool);
  }
  void conclude() override;

 protected:
  using Torn = CurrentExecution::Torn;
  using Resolved = CurrentExecution::Resolved;

  Run(const exec::Executor& executor, const CheckOptions& options, CheckResult& result,
      ExecutionRules rules);

  // Whether t, if its next operation obtains that value, is back at the head of a loop in the state
  // in which it was there before, having only read since.
  bool futile(ThreadId t, const exec::Value& value);
  // At the end of an execution: throws NeedsExhaustive if anyone can tell a difference between the
  // rounds that were left out because they take back what they do, and none (run_put_back.cpp).
  void demand_unseen_rounds();
  void note_verified();  // how verifier_ came to its last verdict

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
  bool supersedes(Position newer, Position older) const;
  bool agree(std::uint32_t location, const Cell& a, Position x, const Cell& b, Position y) const;
  // Of the bytes of `cell` only.
  exec::Value cell_value(std::uint32_t location, const Cell& cell, Position write) const;
  static void add_cell(exec::Value& to, const exec::Value& from, const Cell& cell);
  std::span<const consistency::Extent> extents();
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
  // The reads-from class, if every read is bound to one write.
  ClassName class_name() const;
  // Adds the writes that the read may obtain; events are named by their positions.
  virtual void add_sources(Position read, std::vector<EventId>& sources) const = 0;

  const exec::Executor& executor_;
  const CheckOptions& options_;
  CheckResult& result_;
  ErrorCollector errors_;
  CurrentExecution execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  const Locations& locations_ = execution_.locations();
  const memory::ThreadNames& names_ = execution_.names();
  const std::vector<std::pair<SlotId, Position>>& ended_ = execution_.ended();
  StepOrder& sigma_ = execution_.sigma;
  std::vector<Position>& last_write_ = execution_.last_write;
  HiddenWrites hidden_;
  consistency::Verifier verifier_;
  bool stop_ = false;
  const bool careful_;
  std::vector<consistency::ReadParts> parts_;  // by position, of reads; careful explorations only
  consistency::VerifyOverlaps overlaps_;
  std::vector<consistency::Extent> extents_;  // by location
  WorkPool* pool_ = nullptr;                  // none: alone

 private:
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
  bool comes_back(const exec::Thread& at, const Reader& reader, const exec::Value& value);
  bool comes_back(RoundSearch& search, const exec::Value& value);
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
  std::uint64_t surroundings(const OpState& op, std::span<const Round> rounds);
  std::uint64_t surroundings(const Reader& reader, std::span<const Round> rounds);
  bool sees_no_round(const OpState& op, std::span<const Round> rounds,
                     std::span<const Round> meanwhile);
  bool makes_no_difference(const OpState& op, std::span<const Round> rounds,
                           const exec::Value& value, std::uint64_t amount);
  bool same(const exec::Thread& a, const exec::Thread& b);
  bool is_needed(const exec::Executor::Register& which);

  HiddenWrites round_hidden_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<bool>> live_;  // is_needed
  std::vector<std::uint32_t> round_locations_;  // what rounds read after their attempts
  tsl::robin_set<std::uint64_t> unseen_;        // what sees_no_round() is known of
  std::map<std::uint64_t, std::vector<Round>> known_rounds_;  // by surroundings()
  Execution hang_instance_;
  RaceFinder race_finder_;
  std::vector<RaceEvent> race_events_;
};

}  // namespace overtake::smc
