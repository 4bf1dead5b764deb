/* Mutexes of pthreads.
 *
 * An ordinary lock or unlock is exactly one visible step. Whether this thread holds the mutex is
 * knowledge of the thread (__overtake_mutex_held makes no access), so the mutex's kind is looked at
 * only where it matters: when the holder locks again, or when another thread unlocks. The depth of
 * recursion stands beside the kind and is touched by the holder alone; `relocks` tells unlock
 * without any access to the mutex that there is nothing to count. Robust mutexes (robust.c) build
 * on the plain functions. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "internal.h"

#define DEPTH_ONE (UINT64_C(1) << 32)
#define SHARED 128 /* of attributes, beside the kind */

static _Thread_local unsigned long relocks; /* of this thread, over all mutexes */

static struct overtake_mutex* of(pthread_mutex_t* mutex) { return (struct overtake_mutex*)mutex; }

int __overtake_plain_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  struct overtake_mutex* m = of(mutex);
  if (OVERTAKE_PEEK(&m->word) >> 32 == OVERTAKE_MUTEX_HELD)
    __overtake_fail("lock-misuse", "initializes a mutex that is held");
  m->word = 0;
  m->kind_and_depth = attributes == NULL ? 0 : (uint64_t)(*(const int*)attributes & OVERTAKE_KIND_MASK);
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  __overtake_destroy(&of(mutex)->word, OVERTAKE_BUSY_ALWAYS);
  return 0;
}

/* The holder locks again. */
static int relock(struct overtake_mutex* m, int otherwise) {
  const uint64_t state = m->kind_and_depth;
  if ((state & OVERTAKE_KIND_MASK) != PTHREAD_MUTEX_RECURSIVE_NP) return otherwise;
  m->kind_and_depth = state + DEPTH_ONE;
  ++relocks;
  return 0;
}

int __overtake_plain_mutex_lock(pthread_mutex_t* mutex) {
  struct overtake_mutex* m = of(mutex);
  if (__overtake_mutex_held(&m->word)) {
    const int error = relock(m, EDEADLK);
    if (error == 0) return 0;
    if ((m->kind_and_depth & OVERTAKE_KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK_NP) return error;
    /* An ordinary mutex locked twice: waits for itself for ever. */
  }
  __overtake_mutex_lock(&m->word);
  return 0;
}

int __overtake_plain_mutex_trylock(pthread_mutex_t* mutex) {
  struct overtake_mutex* m = of(mutex);
  if (__overtake_mutex_held(&m->word)) return relock(m, EBUSY);
  return __overtake_mutex_trylock(&m->word) ? 0 : EBUSY;
}

/* A timed lock either obtains the mutex at a moment when it is free or gives up at one when it is
 * not: a trylock at any moment, and when it gives up its time has come. */
int __overtake_plain_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const struct timespec* until) {
  struct overtake_mutex* m = of(mutex);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  const int held = __overtake_mutex_held(&m->word);
  if (held) {
    if (relock(m, ETIMEDOUT) == 0) return 0;
    if ((m->kind_and_depth & OVERTAKE_KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK_NP) return EDEADLK;
  }
  if (!held && __overtake_mutex_trylock(&m->word)) return 0;
  uint64_t deadline;
  if (__overtake_deadline(clock, until, &deadline) != 0) return EINVAL;
  if (deadline >= OVERTAKE_NEVER) {
    __overtake_mutex_lock(&m->word);
    return 0;
  }
  __overtake_sleep_until(deadline);
  return ETIMEDOUT;
}

int __overtake_plain_mutex_unlock(pthread_mutex_t* mutex) {
  struct overtake_mutex* m = of(mutex);
  if (!__overtake_mutex_held(&m->word)) {
    const uint64_t kind = m->kind_and_depth & OVERTAKE_KIND_MASK;
    if (kind == PTHREAD_MUTEX_ERRORCHECK_NP || kind == PTHREAD_MUTEX_RECURSIVE_NP) return EPERM;
    /* For an ordinary mutex the step below reports unlock-not-held. */
  } else if (relocks > 0) {
    const uint64_t state = m->kind_and_depth;
    if (state >= DEPTH_ONE) {
      m->kind_and_depth = state - DEPTH_ONE;
      --relocks;
      return 0;
    }
  }
  __overtake_mutex_unlock(&m->word);
  return 0;
}

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  return __overtake_plain_mutex_init(mutex, attributes);
}

int pthread_mutex_lock(pthread_mutex_t* mutex) { return __overtake_plain_mutex_lock(mutex); }
int pthread_mutex_trylock(pthread_mutex_t* mutex) { return __overtake_plain_mutex_trylock(mutex); }
int pthread_mutex_unlock(pthread_mutex_t* mutex) { return __overtake_plain_mutex_unlock(mutex); }

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const struct timespec* until) {
  return __overtake_plain_mutex_clocklock(mutex, clock, until);
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const struct timespec* until) {
  return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, until);
}

int pthread_mutexattr_init(pthread_mutexattr_t* attributes) {
  *(int*)attributes = PTHREAD_MUTEX_DEFAULT;
  return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t* attributes) {
  (void)attributes;
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t* attributes, int kind) {
  if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
  *(int*)attributes = (*(int*)attributes & ~OVERTAKE_KIND_MASK) | kind;
  return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t* attributes, int* kind) {
  *kind = *(const int*)attributes & OVERTAKE_KIND_MASK;
  return 0;
}

/* There is one process; what was set can be read back. */
int pthread_mutexattr_setpshared(pthread_mutexattr_t* attributes, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  *(int*)attributes = (*(int*)attributes & ~SHARED) | (shared == PTHREAD_PROCESS_SHARED ? SHARED : 0);
  return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t* attributes, int* shared) {
  *shared = (*(const int*)attributes & SHARED) != 0 ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t* attributes, int protocol) {
  (void)attributes;
  return protocol == PTHREAD_PRIO_NONE || protocol == PTHREAD_PRIO_INHERIT ? 0 : ENOTSUP;
}
