/* Read-write locks of pthreads: each operation is one step. A thread that asks for a lock which it
 * holds in a conflicting way waits for itself; that is reported as a deadlock. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "internal.h"

static uint64_t* word_of(pthread_rwlock_t* lock) { return &((struct overtake_rwlock*)lock)->word; }

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  (void)attributes;
  const uint64_t held = OVERTAKE_PEEK(word_of(lock)) >> 32;
  if (held == OVERTAKE_READERS_HOLD || held == OVERTAKE_WRITER_HOLDS)
    __overtake_fail("lock-misuse", "initializes a read-write lock that is held");
  *word_of(lock) = 0;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  __overtake_destroy(word_of(lock), OVERTAKE_BUSY_ALWAYS);
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  __overtake_read_lock(word_of(lock));
  return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return __overtake_read_trylock(word_of(lock)) ? 0 : EBUSY;
}

/* As in mutex.c: a trylock at any moment. */
int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                               const struct timespec* until) {
  uint64_t deadline;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  if (__overtake_deadline(clock, until, &deadline) != 0) return EINVAL;
  if (deadline >= OVERTAKE_NEVER) return pthread_rwlock_rdlock(lock);
  if (__overtake_read_trylock(word_of(lock))) return 0;
  __overtake_sleep_until(deadline);
  return ETIMEDOUT;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const struct timespec* until) {
  return pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, until);
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  __overtake_write_lock(word_of(lock));
  return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return __overtake_write_trylock(word_of(lock)) ? 0 : EBUSY;
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                               const struct timespec* until) {
  uint64_t deadline;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  if (__overtake_deadline(clock, until, &deadline) != 0) return EINVAL;
  if (deadline >= OVERTAKE_NEVER) return pthread_rwlock_wrlock(lock);
  if (__overtake_write_trylock(word_of(lock))) return 0;
  __overtake_sleep_until(deadline);
  return ETIMEDOUT;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const struct timespec* until) {
  return pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, until);
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  __overtake_rw_unlock(word_of(lock));
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t* attributes) {
  *(uint64_t*)attributes = 0;
  return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t* attributes) {
  (void)attributes;
  return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t* attributes, int kind) {
  (void)attributes;
  (void)kind;
  return 0; /* preferences are fairness: every order is explored anyway */
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t* attributes, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  *(uint64_t*)attributes = (uint64_t)shared;
  return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t* restrict attributes,
                                  int* restrict shared) {
  *shared = (int)*(const uint64_t*)attributes;
  return 0;
}
