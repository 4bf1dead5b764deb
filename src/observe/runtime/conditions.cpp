// Condition variables: the scheduler keeps the waiting threads; libc's object is not used at all,
// except by processes that share one. Which waiter a signal wakes follows from the seed. No wake-up
// is spurious.
#include <errno.h>
#include <pthread.h>

#include "observe/runtime/cancellation.h"
#include "observe/runtime/interpose.h"
#include "observe/runtime/waiting.h"

namespace overtake::observe {

int relock_mutex(Thread& t, void* mutex, std::uint64_t pc);

namespace {

// glibc keeps flags and the number of waiters in one word.
bool shared_by_processes(const pthread_cond_t& c) { return (c.__data.__wrefs & 1) != 0; }
clockid_t clock_of(const pthread_cond_t& c) {
  return (c.__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int wait(Thread& t, pthread_cond_t* c, pthread_mutex_t* m, std::int64_t timeout_ns,
         std::uint64_t pc) {
  before_sync(t);
  cancellation_point(t);
  sync_event(t, c, EventKind::Rmw, pc);
  // From now on it is signalled, also while it gives up the mutex.
  t.woken_by = 0;
  t.waits_for = address_of(c);
  const int unlocked = pthread_mutex_unlock(m);
  const std::int64_t begin = sys_clock_ns();
  bool late = false;
  while (unlocked == 0 && t.woken_by == 0 && !late) {
    const std::int64_t passed = sys_clock_ns() - begin;
    const std::int64_t left = timeout_ns < 0         ? kForever
                              : passed >= timeout_ns ? 0
                                                     : timeout_ns - passed;
    if (runtime.scheduler.block(t, BlockedOn::Condition, address_of(c), left, pc)) continue;
    late = t.timed_out;
    if (late || !t.interrupted) continue;
    t.waits_for = 0;
    relock_mutex(t, m, pc);
    take_signals(t);
    cancellation_point(t);
    return 0;  // as any wait may end, for no reason
  }
  t.waits_for = 0;
  if (unlocked != 0) return unlocked;
  if (t.woken_by != 0 && active == &t)
    runtime.watch.order(*t.actor, t.woken_by - 1, t.woken_seq, pc, runtime.contexts.number(frames));
  const bool signalled = t.woken_by != 0;
  const int locked = relock_mutex(t, m, pc);
  return locked != 0 ? locked : signalled ? 0 : ETIMEDOUT;
}

void wake_waiter(Thread& from, Thread& waiter) {
  waiter.woken_by = from.slot + 1;
  waiter.woken_seq = runtime.watch.history().last();
  waiter.waits_for = 0;
  runtime.scheduler.wake(waiter);
}

// The threads that wait: how many, and one of them by the seed.
Thread* find_waiter(const pthread_cond_t* c) {
  Thread* found = nullptr;
  std::uint64_t count = 0;
  for (Thread* t = runtime.scheduler.first(); t != nullptr; t = t->next)
    if (t->waits_for == address_of(c) && runtime.scheduler.random().below(++count) == 0) found = t;
  return found;
}

}  // namespace
}  // namespace overtake::observe

using namespace overtake::observe;

OVERTAKE_INTERPOSE(int, pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t* m)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(*c)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(pthread_cond_wait)(c, m);
  }
  return wait(*t, c, m, kForever, OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, pthread_cond_timedwait,
                   (pthread_cond_t * c, pthread_mutex_t* m, const timespec* time)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(*c) || !is_valid(*time)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(pthread_cond_timedwait)(c, m, time);
  }
  return wait(*t, c, m, until(*time, clock_of(*c)), OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, pthread_cond_clockwait,
                   (pthread_cond_t * c, pthread_mutex_t* m, clockid_t clock,
                    const timespec* time)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(*c) || !is_valid(*time)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(pthread_cond_clockwait)(c, m, clock, time);
  }
  return wait(*t, c, m, until(*time, clock), OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, pthread_cond_signal, (pthread_cond_t * c)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(*c)) return OVERTAKE_NEXT(pthread_cond_signal)(c);
  before_sync(*t);
  Thread* waiter = find_waiter(c);
  sync_event(*t, c, waiter != nullptr ? EventKind::Rmw : EventKind::AtomicRead, OVERTAKE_PC());
  if (waiter != nullptr) wake_waiter(*t, *waiter);
  return 0;
}

OVERTAKE_INTERPOSE(int, pthread_cond_broadcast, (pthread_cond_t * c)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(*c)) return OVERTAKE_NEXT(pthread_cond_broadcast)(c);
  before_sync(*t);
  const bool any = find_waiter(c) != nullptr;
  sync_event(*t, c, any ? EventKind::Rmw : EventKind::AtomicRead, OVERTAKE_PC());
  for (Thread* w = runtime.scheduler.first(); w != nullptr; w = w->next)
    if (w->waits_for == address_of(c)) wake_waiter(*t, *w);
  return 0;
}
