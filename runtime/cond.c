/* Condition variables of pthreads.
 *
 * A wait is four steps: join the waiters, release the mutex, wait until a signal has taken this
 * thread out of the waiters, take the mutex again. Nothing wakes a waiter but a signal, so lost
 * wake-ups show as deadlocks; with --spurious-wakeups a waiter may leave by itself at any moment,
 * once in the life of its thread: without that limit a loop around a wait would never end.
 *
 * A timed wait never blocks: at some moment it looks whether it is still among the waiters. If so
 * it has timed out, if not it was woken before; a wait that lasts longer is the same step taken
 * later. So all outcomes are covered without asking what time it is; a thread that has timed out
 * knows that its time has come. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "internal.h"

#define SHARED 128u /* of attributes, beside the clock */

extern const int64_t __overtake_spurious_wakeups; /* at most so many a thread */
static _Thread_local int64_t spurious_wakeups;    /* of this thread so far */

static uint64_t* word_of(pthread_cond_t* cond) { return &((struct overtake_cond*)cond)->word; }

/* Joins the waiters and releases the mutex; one that checks for errors says if it is not held. */
static int start_waiting(uint64_t* word, pthread_mutex_t* mutex) {
  struct overtake_mutex* m = (struct overtake_mutex*)mutex;
  if (!__overtake_mutex_held(&m->word)) {
    if ((m->kind_and_depth & OVERTAKE_KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK_NP) return EPERM;
    __overtake_fail("lock-misuse", "waits on a condition variable without holding the mutex");
  }
  __overtake_cond_enqueue(word);
  pthread_mutex_unlock(mutex);
  return 0;
}

int pthread_cond_init(pthread_cond_t* cond, const pthread_condattr_t* attributes) {
  ((struct overtake_cond*)cond)->clock = attributes == NULL ? 0 : *(const unsigned*)attributes & ~SHARED;
  *word_of(cond) = 0;
  return 0;
}

int pthread_cond_destroy(pthread_cond_t* cond) {
  __overtake_destroy(word_of(cond), OVERTAKE_BUSY_ALWAYS);
  return 0;
}

/* Whether the waiter leaves by itself. */
static int wakes_spuriously(uint64_t* word) {
  if (spurious_wakeups >= __overtake_spurious_wakeups || __overtake_choose(2) == 0) return 0;
  ++spurious_wakeups;
  __overtake_cond_cancel(word);
  return 1;
}

int pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) {
  uint64_t* word = word_of(cond);
  if (start_waiting(word, mutex) != 0) return EPERM;
  if (!wakes_spuriously(word)) __overtake_cond_await(word);
  return pthread_mutex_lock(mutex);
}

/* Looks for a request for cancellation while it is among the waiters. If there is one, and no
 * signal has come, the thread leaves the waiters and takes the mutex before its handlers run: the
 * signal is another waiter's. One that has been woken returns, and the request stays. The result
 * says whether the wait is over. */
static int cancelled_or_woken(uint64_t* word, pthread_mutex_t* mutex, int* error) {
  if (!__overtake_is_cancelled()) return 0;
  const int waits = __overtake_cond_cancel(word);
  *error = pthread_mutex_lock(mutex);
  if (waits) __overtake_act_on_cancel();
  return 1;
}

int __overtake_cancellable_pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) {
  uint64_t* word = word_of(cond);
  if (start_waiting(word, mutex) != 0) return EPERM;
  int error;
  if (cancelled_or_woken(word, mutex, &error)) return error;
  if (!wakes_spuriously(word)) __overtake_cond_await_cancellable(word, __overtake_request());
  return pthread_mutex_lock(mutex);
}

/* After it has begun to wait. */
static int end_timed_wait(uint64_t* word, pthread_mutex_t* mutex, uint64_t deadline) {
  const int timed_out = __overtake_cond_cancel(word);
  if (timed_out) __overtake_sleep_until(deadline);
  const int error = pthread_mutex_lock(mutex);
  return error != 0 ? error : timed_out ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(pthread_cond_t* cond, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* until) {
  uint64_t deadline;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  if (__overtake_deadline(clock, until, &deadline) != 0) return EINVAL;
  if (deadline >= OVERTAKE_NEVER) return pthread_cond_wait(cond, mutex);
  if (start_waiting(word_of(cond), mutex) != 0) return EPERM;
  return end_timed_wait(word_of(cond), mutex, deadline);
}

int __overtake_cancellable_pthread_cond_clockwait(pthread_cond_t* cond, pthread_mutex_t* mutex,
                                                  clockid_t clock, const struct timespec* until) {
  uint64_t deadline;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  if (__overtake_deadline(clock, until, &deadline) != 0) return EINVAL;
  if (deadline >= OVERTAKE_NEVER) return pthread_cond_wait(cond, mutex);
  if (start_waiting(word_of(cond), mutex) != 0) return EPERM;
  int error;
  if (cancelled_or_woken(word_of(cond), mutex, &error)) return error;
  return end_timed_wait(word_of(cond), mutex, deadline);
}

int pthread_cond_timedwait(pthread_cond_t* cond, pthread_mutex_t* mutex,
                           const struct timespec* until) {
  return pthread_cond_clockwait(cond, mutex, (clockid_t)((struct overtake_cond*)cond)->clock, until);
}

int pthread_cond_signal(pthread_cond_t* cond) {
  __overtake_cond_signal(word_of(cond));
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* cond) {
  __overtake_cond_broadcast(word_of(cond));
  return 0;
}

int pthread_condattr_init(pthread_condattr_t* attributes) {
  *(int*)attributes = CLOCK_REALTIME;
  return 0;
}

int pthread_condattr_destroy(pthread_condattr_t* attributes) {
  (void)attributes;
  return 0;
}

int pthread_condattr_setclock(pthread_condattr_t* attributes, clockid_t clock) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  *(unsigned*)attributes = (*(const unsigned*)attributes & SHARED) | (unsigned)clock;
  return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t* attributes, clockid_t* clock) {
  *clock = (clockid_t)(*(const unsigned*)attributes & ~SHARED);
  return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t* attributes, int shared) {
  unsigned* a = (unsigned*)attributes;
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  *a = (*a & ~SHARED) | (shared == PTHREAD_PROCESS_SHARED ? SHARED : 0);
  return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t* attributes, int* shared) {
  const unsigned set = *(const unsigned*)attributes & SHARED;
  *shared = set != 0 ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}
