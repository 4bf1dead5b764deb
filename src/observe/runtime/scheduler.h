// One thread runs at a time; the others wait for the turn.
//
// A thread gives up the turn when it cannot go on (`block`), when it makes a call that may take
// long (`Outside`), and when the strategy says so: `step` is called as soon as so many accesses
// have happened. All of it follows from the seed, as long as the program itself does.
//
// Time is virtual: a step takes 50 ns, and when no thread can go on, it is the time of the thread
// that sleeps for the shortest time. That way the order in which threads wake up follows from
// the seed, too. If nothing else is to be done, the time is really waited for, as the program may
// look at the clock, unless it was asked not to (fast_time).
//
// If all threads wait for each other, the program is deadlocked.
#pragma once

#include <cstdint>

#include "observe/runtime/strategy.h"
#include "observe/runtime/sys.h"
#include "observe/runtime/thread.h"

namespace overtake::observe {

class Scheduler {
 public:
  void start(const RuntimeOptions& options);

  // Steps until `step` is to be called; below 0: now. An access takes one; if threads are to be
  // switched at shared memory mostly, one that other threads have a part in takes more.
  std::int64_t budget = 0;
  std::int64_t shared_cost = 1;

  // --- called by the thread that has the turn ----------------------------------------------------
  // The budget is used up.
  void step(Thread& t);
  // The thread has nothing to do for now: others go first.
  void yield(Thread& t);
  // Before something that ends the life of pending stores: a good place to look at others.
  void before_drain(Thread& t);
  // Before a store to memory that others use.
  void before_store(Thread& t);
  // Before the end of the thread or, `t` having called exit, of the process: maybe all others go
  // first.
  void before_end(Thread& t);
  // A thread was made ready: maybe it goes first.
  void created(Thread& t);
  // Waits until `wake`, or until the time has passed (nanoseconds; below 0: no limit). Afterwards
  // the thread has the turn again; returns false if time (or a signal: t.interrupted) ended it.
  bool block(Thread& t, BlockedOn what, std::uint64_t object, std::int64_t timeout_ns,
             std::uint64_t pc);
  void wake(Thread& other);
  // Threads that are blocked on the object, all or one of them (which one: by the seed).
  void wake_all(BlockedOn what, std::uint64_t object);
  Thread* wake_one(BlockedOn what, std::uint64_t object);
  // Gives up the turn for good.
  void end(Thread& t);

  // --- called by any thread ----------------------------------------------------------------------
  void add(Thread& t);
  void remove(Thread& t);
  // A thread that never ran does not any more.
  void gone() { --alive_; }
  void first_turn(Thread& t) { wait_for_turn(t); }
  void leave(Thread& t);   // the turn, for a call that may take long
  void arrive(Thread& t);  // comes back, and waits for the turn
  // A thread that has the turn sleeps in a call that is not known: others go on without it. Called
  // by the watchdog with what it has seen; true if the turn was taken.
  bool take_turn_from(Thread& t);
  Thread* running() const { return __atomic_load_n(&turn_, __ATOMIC_RELAXED); }
  void interrupt(Thread& t);  // a signal or a cancellation ends its wait

  // --- called by handlers of signals
  // --------------------------------------------------------------- The running thread is to call
  // `step` at its next access.
  void hurry() {
    hurried_ += budget + 1;
    budget = -1;
  }
  static constexpr std::uint32_t kTurn = 1;       // of Thread::go
  static constexpr std::uint32_t kSignalled = 2;  // it has a signal: its wait is to end

  // The only thread after a fork.
  void forked(Thread& t);

  Thread* first() const { return first_; }
  std::uint32_t alive() const { return alive_; }
  Random& random() { return strategy_.random(); }
  std::uint64_t steps() const { return steps_; }

 private:
  friend class Watchdog;
  static constexpr std::int64_t kStepTime = 50;          // ns of virtual time
  static constexpr std::int64_t kIdleTime = 10'000;      // ns, of a thread that waits by itself
  static constexpr std::int64_t kHousekeeping = 20'000;  // look at the time at least so often
  static constexpr std::uint32_t kUnbroken = 50;         // so often without another thread
  static constexpr std::int64_t kSharedCost = 64;
  static constexpr std::uint64_t kPutOff = 20'000;  // steps; others may never end

  void account();
  void refill();
  void hand_over(Thread& t);
  void step_aside(Thread& t);
  Thread* choose(Thread* current) { return strategy_.choose(first_, current, steps_); }
  void wait_for_turn(Thread& t);
  void await_departure(Thread& t);
  void give(Thread& next);
  void await_signal_or_deadlock(Thread& t);
  // All threads are blocked for ever, as far as this process knows.
  bool deadlocked() const;
  // A thread to go next, which may be one whose time has come; null: none now.
  Thread* find_next(Thread* current);
  void expire();
  Thread* earliest() const;
  void make_ready(Thread& t);

  Strategy strategy_;
  Lock lock_;  // of all that follows, and of the states of threads
  Thread* first_ = nullptr;
  Thread* last_ = nullptr;
  Thread* turn_ = nullptr;
  std::uint32_t alive_ = 0;
  std::uint32_t outside_ = 0;
  std::uint32_t leaving_ = 0;    // a thread that has ended, but is still there
  std::int64_t now_ = 0;         // virtual time
  std::int64_t slice_ = 0;       // the budget when it was last looked at
  std::int64_t preempt_in_ = 0;  // steps
  std::int64_t hurried_ = 0;     // steps that were taken off the budget but not done
  std::uint64_t steps_ = 0;
  std::uint32_t unbroken_ = 0;
  bool fast_time_ = false;
};

}  // namespace overtake::observe
