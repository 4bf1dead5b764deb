// The one instance of everything, and how the parts of the runtime reach each other.
//
// A program has one runtime: the instance is global. It is made of constants before anything else
// of the program runs (start.cpp), and nothing destroys it.
#pragma once

#include <cstdint>

#include "observe/core/races.h"
#include "observe/core/watch.h"
#include "observe/runtime/findings_writer.h"
#include "observe/runtime/frames.h"
#include "observe/runtime/options.h"
#include "observe/runtime/scheduler.h"
#include "observe/runtime/thread.h"

namespace overtake::observe {

struct Runtime {
  RuntimeOptions options;
  Watch watch;
  RaceClocks races;
  Scheduler scheduler;
  Contexts contexts;
  FindingsWriter findings;
  bool started = false;
  bool scheduling = false;  // waits are the scheduler's
  bool watching = false;    // there are several: accesses are looked at
  bool disabled = false;    // there is no memory to watch with
};

extern Runtime runtime;

// --- start.cpp -----------------------------------------------------------------------------------
void start_runtime();
// The process ends now: the file is closed. Returns the exit code to use.
int finish_runtime(int code);

// --- process.cpp ---------------------------------------------------------------------------------
void start_process();

// --- threads.cpp ---------------------------------------------------------------------------------
// The thread, registered if it was not known.
Thread* known_thread();
Thread& thread_of(Slot slot);
// The thread that had the slot when the event happened.
std::uint32_t thread_number(Slot slot, Seq seq);
Thread* find_thread(pthread_t handle);
// What is kept of a thread after its end; null: too long ago.
struct ThreadNote {
  std::uint32_t number, parent, index, context;
  std::uint64_t pc;
  char name[16];
};
const ThreadNote* thread_note(std::uint32_t number);
// The number of the thread that has what `t` is blocked on; 0: none, or not known.
std::uint32_t owner_of_object(const Thread& t);
// The only thread after a fork.
void threads_forked(Thread& t);

// --- events.cpp ----------------------------------------------------------------------------------
void set_active(Thread& t);
// The thread, with the turn; null if its accesses are not watched.
Thread* enter_slowly();
inline Thread* enter() {
  Thread* t = active;
  if (OVERTAKE_LIKELY(t != nullptr) || !runtime.watching) return t;
  return enter_slowly();
}

// The thread, with the turn, whether or not its accesses are watched.
inline Thread* cooperate() {
  if (!runtime.scheduling) return nullptr;
  if (OVERTAKE_LIKELY(active != nullptr)) return active;
  enter_slowly();
  return self != nullptr && self->state == ThreadState::Running ? self : nullptr;
}

void access_slowly(Thread& t, Address address, std::uint32_t size, EventKind kind,
                   std::uint8_t flags, std::uint64_t pc);
// A place where threads may be switched that is worth it.
void visible_step(Thread& t);
// The same without a switch: what is announced happens before any thread continues.
void note_access(Thread& t, Access a);
// Any number of bytes.
void note_range(Thread& t, Address address, std::uint64_t bytes, bool write, std::uint64_t pc);
// An operation on a synchronization object: a full fence that reads and writes its first bytes.
void sync_event(Thread& t, const volatile void* object, EventKind kind, std::uint64_t pc);
// Before such an operation: threads may be switched.
void before_sync(Thread& t);
void acquires(Thread& t, const volatile void* object);  // for races
void releases(Thread& t, const volatile void* object);
void full_fence(Thread& t, std::uint64_t pc);
void out_of_memory();

// --- watchdog.cpp --------------------------------------------------------------------------------
void kick_watchdog();  // starts it, if need be
void watchdog_forked();

// --- signals.cpp ---------------------------------------------------------------------------------
void start_signals();
bool signals_expected();  // the program has handlers
bool timers_armed();      // ... and the kernel will send it signals
// Runs the handlers of signals that came while the thread was in the runtime, or waited.
void take_signals(Thread& t);
void thread_signals(Thread& t);  // of a new thread, called by itself

// --- report.cpp ----------------------------------------------------------------------------------
[[noreturn]] void report_deadlock();
// A record is in the file: it is shown now if no other process will show it.
void finding_written(std::uint64_t offset);
// The end of the run: what was found in all; true if anything was.
bool finish_report();
void count_switch();
void count_preemption();

// The thread waits for something of the runtime's own: it keeps the turn.
class Inside {
 public:
  explicit Inside(Thread* t) : thread_(t) {
    if (thread_ != nullptr) ++thread_->inside;
  }
  ~Inside() {
    if (thread_ != nullptr) --thread_->inside;
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  Thread* thread_;
};

inline std::uint64_t address_of(const volatile void* p) {
  return reinterpret_cast<std::uint64_t>(p);
}
#define OVERTAKE_PC() reinterpret_cast<std::uint64_t>(__builtin_return_address(0))

}  // namespace overtake::observe
