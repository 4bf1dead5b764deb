/* Robust mutexes of pthreads: one whose holder ends is obtained by the next thread with EOWNERDEAD,
 * which may say that what it guards is consistent again; if it unlocks without that, no thread
 * obtains the mutex any more.
 *
 * These functions take the place of those of mutex.c in programs that call
 * pthread_mutexattr_setrobust. What became of the holder stands in the mutex and is touched by
 * holders alone, so it costs two accesses a lock; a thread knows by itself which robust mutexes it
 * holds. They are released when it has ended, after the destructors of its data (key.c), but not by
 * the end of the process. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "internal.h"

#define ROBUST 16 /* beside the kind, as in glibc */
#define MOST 64   /* robust mutexes that a thread holds at once */

enum { CONSISTENT, OWNER_DIED, NOT_RECOVERABLE };

static _Thread_local struct overtake_mutex* held[MOST];
static _Thread_local unsigned held_count;

static struct overtake_mutex* of(pthread_mutex_t* mutex) { return (struct overtake_mutex*)mutex; }
static int is_robust(pthread_mutex_t* mutex) { return (of(mutex)->kind_and_depth & ROBUST) != 0; }
static int is_held(pthread_mutex_t* mutex) { return __overtake_mutex_held(&of(mutex)->word); }

static void remember(struct overtake_mutex* m) {
  if (held_count == MOST)
    __overtake_fail("abort", "a thread holds more than 64 robust mutexes, which is not supported");
  held[held_count++] = m;
}

static void forget(const struct overtake_mutex* m) {
  unsigned at = 0;
  while (at < held_count && held[at] != m) ++at;
  if (at < held_count) held[at] = held[--held_count];
}

/* The thread has just locked the mutex. */
static int obtained(pthread_mutex_t* mutex) {
  const uint64_t owner = of(mutex)->owner;
  if (owner == NOT_RECOVERABLE) {
    __overtake_plain_mutex_unlock(mutex);
    return ENOTRECOVERABLE;
  }
  remember(of(mutex));
  return owner == OWNER_DIED ? EOWNERDEAD : 0;
}

void __overtake_release_robust_mutexes(void) {
  while (held_count > 0) {
    struct overtake_mutex* m = held[--held_count];
    m->kind_and_depth = (uint32_t)m->kind_and_depth;
    m->owner = OWNER_DIED;
    __overtake_mutex_unlock(&m->word);
  }
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t* attributes, int robust) {
  int* kind = (int*)attributes;
  /* Naming the hook here links it into programs with robust mutexes. */
  if ((uintptr_t)attributes == (uintptr_t)__overtake_thread_end) return EINVAL;
  if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST) return EINVAL;
  *kind = (*kind & ~ROBUST) | (robust == PTHREAD_MUTEX_ROBUST ? ROBUST : 0);
  return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t* attributes, int* robust) {
  *robust = (*(const int*)attributes & ROBUST) != 0 ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
  return 0;
}

int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  if (!is_robust(mutex) || !is_held(mutex) || of(mutex)->owner != OWNER_DIED) return EINVAL;
  of(mutex)->owner = CONSISTENT;
  return 0;
}

int __overtake_robust_pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  const int error = __overtake_plain_mutex_init(mutex, attributes);
  if (error != 0 || attributes == NULL || (*(const int*)attributes & ROBUST) == 0) return error;
  of(mutex)->kind_and_depth |= ROBUST;
  of(mutex)->owner = CONSISTENT;
  return 0;
}

int __overtake_robust_pthread_mutex_lock(pthread_mutex_t* mutex) {
  const int again = is_held(mutex);
  const int error = __overtake_plain_mutex_lock(mutex);
  return error != 0 || again || !is_robust(mutex) ? error : obtained(mutex);
}

int __overtake_robust_pthread_mutex_trylock(pthread_mutex_t* mutex) {
  const int again = is_held(mutex);
  const int error = __overtake_plain_mutex_trylock(mutex);
  return error != 0 || again || !is_robust(mutex) ? error : obtained(mutex);
}

int __overtake_robust_pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                              const struct timespec* until) {
  const int again = is_held(mutex);
  const int error = __overtake_plain_mutex_clocklock(mutex, clock, until);
  return error != 0 || again || !is_robust(mutex) ? error : obtained(mutex);
}

int __overtake_robust_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  struct overtake_mutex* m = of(mutex);
  if (is_robust(mutex)) {
    if (!is_held(mutex)) return EPERM;
    if (m->kind_and_depth >> 32 == 0) {
      if (m->owner == OWNER_DIED) m->owner = NOT_RECOVERABLE;
      forget(m);
    }
  }
  return __overtake_plain_mutex_unlock(mutex);
}
