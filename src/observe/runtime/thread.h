// One thread of the program.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <cstdint>

#include "observe/core/watch.h"
#include "observe/runtime/blocked_on.h"
#include "observe/runtime/frames.h"

namespace overtake::observe {

enum class ThreadState : std::uint8_t {
  Running,  // has the turn
  Ready,    // wants it
  Blocked,  // waits for another thread, or for a time
  Outside,  // in a call that may take long; does not need the turn
  Ended,
};

struct Thread {
  Slot slot = 0;
  std::uint32_t number = 0;  // 1: main
  std::uint32_t parent = 0;
  std::uint32_t index = 0;     // among the threads that its parent started, from 1
  std::uint32_t children = 0;  // that it has started
  std::uint64_t created_pc = 0;
  std::uint32_t created_context = 0;
  Actor* actor = nullptr;

  ThreadState state = ThreadState::Ready;
  std::uint32_t go = 0;     // futex: Scheduler::kTurn when it is given the turn
  std::uint32_t there = 0;  // futex: 1 when a new thread waits for it
  std::uint64_t priority = 0;
  std::uint64_t put_off_until = 0;  // a number of steps: until then others go first
  BlockedOn blocked_on = BlockedOn::Nothing;
  std::uint64_t object = 0;  // address
  std::uint64_t wait_pc = 0;
  std::int64_t deadline = 0;       // virtual time; 0: none
  std::int64_t real_deadline = 0;  // monotonic clock
  std::uint64_t waits_for = 0;     // a condition variable; its address
  std::uint32_t woken_by = 0;      // the slot of the thread that signalled it, + 1
  Seq woken_seq = 0;               // ... and its last event then
  bool timed_out = false;          // the last wait was ended by time
  bool interrupted = false;        // ... or by a signal or a cancellation
  std::uint32_t spins = 0;         // repeated reads since ...
  Seq spin_seq = 0;                // ... this was the last event
  std::uint32_t looks = 0;         // atomic loads since its last atomic store
  Thread* next = nullptr;          // all threads, oldest first

  std::uint32_t tid = 0;
  pthread_t handle = 0;
  Frame* first_frame = nullptr;
  Frame** frames_of = nullptr;   // its `frames`
  Thread** active_of = nullptr;  // its `active`
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  bool is_c11 = false;
  bool detached = false;
  bool foreign = false;            // not started by pthread_create: it is not joined
  std::uint32_t ended_rounds = 0;  // of destructors of thread-specific data
  Seq end_seq = 0;
  Seq arrived = 0;               // its last event before the barrier that it waits for
  std::uint32_t probed = 0;      // the watchdog is deciding whether it sleeps
  std::uint32_t relaxed_ok = 0;  // inside of OVERTAKE_RELAXED_OK
  std::uint32_t ignored = 0;     // accesses are not watched
  std::uint32_t inside = 0;      // in the runtime: it does not lose the turn
  bool open = false;             // outside, and not in the runtime: signals are taken at once
  std::uint64_t pending_signals = 0;
  std::uint32_t signals_seen = 0;
  siginfo_t* signal_infos = nullptr;  // by number
  char name[16] = "";
};

// The thread, if it has the turn and its accesses are watched: else null.
extern __thread Thread* active __attribute__((tls_model("initial-exec")));
// The thread; null before it is known.
extern __thread Thread* self __attribute__((tls_model("initial-exec")));

}  // namespace overtake::observe
