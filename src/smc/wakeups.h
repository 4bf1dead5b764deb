// What threads wait for: which events have let a thread go.
//
// Threads that wait on a condition variable or at a barrier are let go by events of others; after
// that their object may end or be another one (memory/machine_wait.cpp), so they are judged by
// those events and not by what the word holds.
#pragma once

#include <cstdint>
#include <vector>

#include "smc/trace.h"

namespace overtake::smc {

class CurrentExecution;

// Operations that wait while the word has certain values, and then write it.
bool may_block(const exec::Op& op);

// An operation that waits for a value, and does not write.
inline bool is_await(const exec::Op& op) { return op.is(ir::SyncOp::AwaitNotEqual); }

inline bool is_arrival(const exec::Op& op) { return op.is(ir::SyncOp::BarrierArrive); }

class Wakeups {
 public:
  explicit Wakeups(const CurrentExecution& execution) : execution_(execution) {}

  // Whether t, whose next operation is `op`, no longer waits for what it waited for.
  bool let_go(ThreadId t, const exec::Op& op) const;
  // The event that took the thread out of the waiters of a condition variable after it last entered
  // them; kInitial: none.
  Position waker(ThreadId t, std::uint32_t location) const;

  // --- barriers, after the first `length` events of τ The word. Arrivals at a barrier commute, so
  // they are no writes: it is what they add up to.
  exec::Value barrier_value(std::uint32_t location, Position length) const;
  // The round that the arrival `op` would belong to.
  std::uint64_t round_at(const exec::Op& op, std::uint32_t location, Position length) const;
  // The arrivals in a round: since the barrier was initialized, and until it is again.
  std::vector<Position> arrivals(std::uint32_t location, std::uint64_t round,
                                 Position length) const;
  // The arrivals in the round whose end t, whose next operation is `op`, waits for.
  std::vector<Position> round_of(ThreadId t, const exec::Op& op) const;

 private:
  Position last_of(ThreadId t, ir::SyncOp which, const exec::Op& op) const;

  const CurrentExecution& execution_;
};

}  // namespace overtake::smc
