/* Linux's futex, through syscall.
 *
 * As in the kernel a word's waiters stand in a bucket that its address chooses, under the bucket's
 * lock: a wait compares and joins them in one step, so a wake-up after the change is never lost. A
 * wake takes as many as it says out of the bucket. Two words that share a bucket (1 in 512) may
 * wake each other's waiters; futexes may return without reason, so a correct program does not mind.
 * */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define BUCKETS 512
#define NO_CLOCK ((clockid_t)-1)

static struct bucket {
  uint64_t lock;    /* a mutex of the machine */
  uint64_t queue;   /* a condition variable of the machine */
  uint64_t waiters; /* that have not been woken yet */
} buckets[BUCKETS];

static struct bucket* bucket_of(const uint32_t* word) {
  const uint64_t address = (uint64_t)word;
  return &buckets[((address >> 2) * UINT64_C(0x9e3779b97f4a7c15)) >> 55];
}

static long failure(int error) {
  errno = error;
  return -1;
}

/* `timeout` is a duration or, if there is a clock that it belongs to, a time. */
static void come_to(const struct timespec* timeout, clockid_t clock) {
  uint64_t deadline;
  if (clock == NO_CLOCK)
    nanosleep(timeout, NULL);
  else if (__overtake_deadline(clock, timeout, &deadline) == 0)
    __overtake_sleep_until(deadline);
}

static long wait(const uint32_t* word, uint32_t expected, const struct timespec* timeout,
                 clockid_t clock) {
  struct bucket* b = bucket_of(word);
  if (timeout != NULL && (timeout->tv_sec < 0 || timeout->tv_nsec < 0 || timeout->tv_nsec > 999999999))
    return failure(EINVAL);
  __overtake_mutex_lock(&b->lock);
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
    __overtake_mutex_unlock(&b->lock);
    return failure(EAGAIN);
  }
  ++b->waiters;
  __overtake_cond_enqueue(&b->queue);
  __overtake_mutex_unlock(&b->lock);
  if (timeout == NULL) {
    __overtake_cond_await(&b->queue);
    return 0;
  }
  /* As in cond.c: it has timed out if at some moment it is still among the waiters. */
  __overtake_mutex_lock(&b->lock);
  const int timed_out = __overtake_cond_cancel(&b->queue);
  if (timed_out) --b->waiters;
  __overtake_mutex_unlock(&b->lock);
  if (!timed_out) return 0;
  come_to(timeout, clock);
  return failure(ETIMEDOUT);
}

static long wake(const uint32_t* word, uint64_t most) {
  struct bucket* b = bucket_of(word);
  __overtake_mutex_lock(&b->lock);
  const uint64_t woken = most < b->waiters ? most : b->waiters;
  b->waiters -= woken;
  for (uint64_t i = 0; i < woken; ++i) __overtake_cond_signal(&b->queue);
  __overtake_mutex_unlock(&b->lock);
  return (long)woken;
}

static long futex(uint32_t* word, int operation, uint32_t value, const struct timespec* timeout,
                  uint32_t value3) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
      return wait(word, value, timeout, NO_CLOCK);
    case FUTEX_WAIT_BITSET:
      return wait(word, value, timeout,
                  (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return wake(word, value);
    case FUTEX_CMP_REQUEUE: /* those that would be moved are woken */
      if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value3) return failure(EAGAIN);
      return wake(word, UINT_MAX);
    case FUTEX_REQUEUE:
      return wake(word, UINT_MAX);
    default:
      return failure(ENOSYS);
  }
}

long syscall(long number, ...) {
  if (number == SYS_gettid) return gettid();
  if (number == SYS_getpid) return getpid();
  if (number != SYS_futex) return failure(ENOSYS);
  va_list arguments;
  va_start(arguments, number);
  uint32_t* word = va_arg(arguments, uint32_t*);
  const int operation = va_arg(arguments, int);
  const uint32_t value = va_arg(arguments, uint32_t);
  const struct timespec* timeout = va_arg(arguments, const struct timespec*);
  (void)va_arg(arguments, uint32_t*);
  const uint32_t value3 = va_arg(arguments, uint32_t);
  va_end(arguments);
  return futex(word, operation, value, timeout, value3);
}
