// Hangs: threads spin, and nothing that is left to happen can end it.
//
// A spinning thread has read certain values in its last iteration. It spins for ever if these are
// the values that memory holds at the end of the execution. What is last in memory may depend on
// the run within the class, so the question is whether some run ends like that: the events of the
// execution, then a fence in every thread, then one more read of each of those locations that
// obtains the same value. That is a question of good writes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "consistency/consistency.h"
#include "smc/byte_cells.h"
#include "smc/current_execution.h"
#include "smc/extended_instance.h"
#include "smc/own_objects.h"
#include "smc/quiet_rounds.h"
#include "smc/rvf_instance.h"
#include "smc/thread_copies.h"

namespace overtake::smc {

// Threads that wait in loops at the end, and a run after which they do so for ever.
struct Stuck {
  std::vector<exec::Thread> threads;  // at the end of an iteration without effect
  memory::Schedule schedule;          // these iterations included
  // One of them that spins or waits for a value; none: all of them wait for locks.
  const exec::Thread* spins() const;
  // Whether each thread waits at the same place as in the other.
  bool waits_like(std::span<const exec::Thread> others) const;
};

class Hangs {
 public:
  // `instance`: what the reads are bound to; none: each to its source in τ.
  Hangs(CurrentExecution& execution, const RvfInstance* instance);

  // Where waiting threads are at the head of their loop: whether they may iterate there for ever,
  // not all of them at the places where they do so in one of `known`. What memory ends with decides
  // where a thread waits, so there may be several ways.
  std::optional<Stuck> find_stuck(std::span<const ThreadId> waiting,
                                  std::span<const Stuck> known = {});
  // Whether the thread, if the others did nothing more, may iterate for ever; if they may write
  // those locations still, as soon as its iteration looks at one of them.
  using Unsettled = std::function<bool(std::uint32_t location)>;
  bool may_be_stuck(ThreadId t, const Unsettled& unsettled = {});
  // Where threads that spin have stopped: a run after which they do so for ever.
  std::optional<memory::Schedule> find_hang();
  // What the location may hold after the events of τ, as far as causality says.
  std::vector<exec::Value> final_values(std::uint32_t location) const;

 private:
  struct FinalRead {
    ThreadId thread;
    std::uint32_t location = 0;
    std::function<bool(const exec::Value&)> fits;
    const exec::Value* exactly = nullptr;  // only this value fits
  };
  bool ends_with(std::span<const FinalRead> reads, StepOrder& order);
  consistency::ReadParts parts_that_fit(const FinalRead& read) const;
  bool add_spin_reads(std::vector<FinalRead>& reads);
  struct MayEndWith;
  struct StuckSearch;
  void drain(StuckSearch& search, ThreadId t, const exec::Op& store) const;
  bool stuck_from(StuckSearch& search, const exec::Thread& from, std::size_t looked);
  bool finds_the_same(StuckSearch& search, std::size_t read);
  bool changes_at_once(StuckSearch& search, const exec::Thread& thread);
  bool all_stuck(StuckSearch& search);

  CurrentExecution& execution_;
  const exec::Executor& executor_ = execution_.executor();
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  const Locations& locations_ = execution_.locations();
  const bool careful_ = execution_.rules().careful;
  const RvfInstance* const bound_;
  ByteCells cells_;
  OwnObjects own_;
  QuietRounds quiet_;
  ThreadCopies copies_;
  consistency::Verifier verifier_;
  consistency::VerifyOverlaps overlaps_;
  ExtendedInstance instance_;
};

}  // namespace overtake::smc
