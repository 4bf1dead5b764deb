/* Unnamed POSIX semaphores. Named ones (sem_open) live outside the program and are not modelled. */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>

#include "internal.h"

#define VALUE_MAX 0x7fffffffu

static uint64_t* word_of(sem_t* semaphore) { return &((struct overtake_sem*)semaphore)->word; }

int sem_init(sem_t* semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > VALUE_MAX) {
    errno = EINVAL;
    return -1;
  }
  *word_of(semaphore) = value;
  return 0;
}

int sem_destroy(sem_t* semaphore) {
  __overtake_destroy(word_of(semaphore), OVERTAKE_BUSY_NEVER);
  return 0;
}

int sem_wait(sem_t* semaphore) {
  __overtake_sem_wait(word_of(semaphore));
  return 0;
}

int __overtake_cancellable_sem_wait(sem_t* semaphore) {
  __overtake_cancellation_point();
  __overtake_sem_wait_cancellable(word_of(semaphore), __overtake_request());
  return 0;
}

static int failure(int error) {
  errno = error;
  return -1;
}

int sem_trywait(sem_t* semaphore) {
  return __overtake_sem_trywait(word_of(semaphore)) ? 0 : failure(EAGAIN);
}

/* At a moment when the value is 0 it may time out; later moments are the same step taken later. */
static int timed_wait(sem_t* semaphore, clockid_t clock, const struct timespec* until) {
  uint64_t deadline;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return failure(EINVAL);
  if (__overtake_deadline(clock, until, &deadline) != 0) return failure(EINVAL);
  if (deadline >= OVERTAKE_NEVER) return sem_wait(semaphore);
  if (__overtake_sem_trywait(word_of(semaphore))) return 0;
  __overtake_sleep_until(deadline);
  return failure(ETIMEDOUT);
}

int sem_clockwait(sem_t* restrict semaphore, clockid_t clock,
                  const struct timespec* restrict until) {
  return timed_wait(semaphore, clock, until);
}

int __overtake_cancellable_sem_clockwait(sem_t* restrict semaphore, clockid_t clock,
                                         const struct timespec* restrict until) {
  __overtake_cancellation_point();
  return timed_wait(semaphore, clock, until);
}

int sem_timedwait(sem_t* restrict semaphore, const struct timespec* restrict until) {
  return sem_clockwait(semaphore, CLOCK_REALTIME, until);
}

int sem_post(sem_t* semaphore) {
  __overtake_sem_post(word_of(semaphore));
  return 0;
}

int sem_getvalue(sem_t* restrict semaphore, int* restrict value) {
  *value = (int)__atomic_load_n(word_of(semaphore), __ATOMIC_SEQ_CST);
  return 0;
}
