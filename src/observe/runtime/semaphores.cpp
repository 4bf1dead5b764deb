// Semaphores and barriers.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "observe/runtime/cancellation.h"
#include "observe/runtime/interpose.h"
#include "observe/runtime/waiting.h"

using namespace overtake::observe;

// --- semaphores ----------------------------------------------------------------------------------

OVERTAKE_INTERPOSE(int, sem_trywait, (sem_t * s)) {
  Thread* t = cooperate();
  if (t == nullptr) return OVERTAKE_NEXT(sem_trywait)(s);
  before_sync(*t);
  const int result = OVERTAKE_NEXT(sem_trywait)(s);
  sync_event(*t, s, result == 0 ? EventKind::Rmw : EventKind::AtomicRead, OVERTAKE_PC());
  if (result == 0) acquires(*t, s);
  return result;
}

namespace overtake::observe {
namespace {

// glibc: the word after the value; named semaphores are shared, too.
bool shared_by_processes(const sem_t* s) { return reinterpret_cast<const int*>(s)[2] != 0; }

int fail(int error) {
  errno = error;
  return -1;
}

int wait(Thread& t, sem_t* s, std::int64_t timeout_ns, std::uint64_t pc) {
  before_sync(t);
  cancellation_point(t);
  const auto attempt =
      reinterpret_cast<int (*)(sem_t*)>(next_function(next_sem_trywait, "sem_trywait"));
  const int result = wait_until_done(
      t, BlockedOn::Semaphore, s, EAGAIN, timeout_ns, pc,
      [&] { return attempt(s) == 0 ? 0 : errno; }, EINTR);
  if (result != 0) cancellation_point(t);
  if (result != 0) return fail(result);
  sync_event(t, s, EventKind::Rmw, pc);
  acquires(t, s);
  return 0;
}

}  // namespace
}  // namespace overtake::observe

OVERTAKE_INTERPOSE(int, sem_wait, (sem_t * s)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(s)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(sem_wait)(s);
  }
  return wait(*t, s, kForever, OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, sem_timedwait, (sem_t * s, const timespec* time)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(s) || !is_valid(*time)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(sem_timedwait)(s, time);
  }
  return wait(*t, s, until(*time, CLOCK_REALTIME), OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, sem_clockwait, (sem_t * s, clockid_t clock, const timespec* time)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(s) || !is_valid(*time)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(sem_clockwait)(s, clock, time);
  }
  return wait(*t, s, until(*time, clock), OVERTAKE_PC());
}

// May be called by handlers of signals, also by a thread that does not have the turn.
OVERTAKE_INTERPOSE(int, sem_post, (sem_t * s)) {
  Thread* t = cooperate();
  if (t == nullptr) return OVERTAKE_NEXT(sem_post)(s);
  before_sync(*t);
  sync_event(*t, s, EventKind::Rmw, OVERTAKE_PC());
  releases(*t, s);
  const int result = OVERTAKE_NEXT(sem_post)(s);
  runtime.scheduler.wake_all(BlockedOn::Semaphore, address_of(s));
  return result;
}

// --- barriers ------------------------------------------------------------------------------------

namespace overtake::observe {
namespace {

// glibc's barrier: in, current round, count, shared, out.
unsigned count_of(const pthread_barrier_t* b) { return reinterpret_cast<const unsigned*>(b)[2]; }
bool shared_by_processes(const pthread_barrier_t* b) {
  return reinterpret_cast<const int*>(b)[3] != 0;
}

// All of them have come: each comes after what the others did before.
void meet(Thread& last, const pthread_barrier_t* b, std::uint64_t pc) {
  const std::uint32_t context = runtime.contexts.number(frames);
  const auto waits = [&](const Thread* x) {
    return x == &last || (x->state == ThreadState::Blocked && x->blocked_on == BlockedOn::Barrier &&
                          x->object == address_of(b));
  };
  for (Thread* x = runtime.scheduler.first(); x != nullptr; x = x->next)
    for (Thread* y = runtime.scheduler.first(); waits(x) && y != nullptr; y = y->next)
      if (x != y && waits(y)) {
        runtime.watch.order(*x->actor, y->slot, y->arrived, x == &last ? pc : x->wait_pc, context);
        if (runtime.options.races) runtime.races.after_end_of(*x->actor, y->slot, y->arrived);
      }
}

int arrive(Thread& t, pthread_barrier_t* b, std::uint64_t pc) {
  before_sync(t);
  sync_event(t, b, EventKind::AtomicRead, pc);
  t.arrived = runtime.watch.history().last();
  unsigned waiting = 0;
  for (const Thread* x = runtime.scheduler.first(); x != nullptr; x = x->next)
    if (x->state == ThreadState::Blocked && x->blocked_on == BlockedOn::Barrier &&
        x->object == address_of(b))
      ++waiting;
  if (waiting + 1 < count_of(b)) {
    while (!runtime.scheduler.block(t, BlockedOn::Barrier, address_of(b), kForever, pc))
      take_signals(t);
    return 0;
  }
  if (active == &t) meet(t, b, pc);
  runtime.scheduler.wake_all(BlockedOn::Barrier, address_of(b));
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

}  // namespace
}  // namespace overtake::observe

OVERTAKE_INTERPOSE(int, pthread_barrier_wait, (pthread_barrier_t * b)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(b)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(pthread_barrier_wait)(b);
  }
  return arrive(*t, b, OVERTAKE_PC());
}
