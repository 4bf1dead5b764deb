/* Barriers of pthreads. A thread that has been let through touches the barrier no more, so the
 * thread that leaves it first may destroy it at once, and give its memory back or initialize it
 * again, while the others are still about to leave: destruction marks the size, which only arriving
 * threads read, and leaves the word alone, whose rounds go on in the next life. A barrier that is
 * destroyed too early is found by a thread that arrives after that: if none does in this run, one
 * does in another, since nothing orders the two.
 *
 * Any thread of a round may be the one that is told to be the serial one: here it is the first to
 * claim the round. Claims are not in the barrier, which may be gone by then. Calls whose result is
 * not looked at do not claim (src/frontend/clang/symbols.h). */
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "internal.h"

#define MARK UINT64_C(0x62617272) /* high half of the size, while the barrier is initialized */
#define VALID(size) ((size) >> 32 == MARK)
#define DESTROYED UINT64_C(0x6465737472)

static struct overtake_barrier* of(pthread_barrier_t* barrier) {
  return (struct overtake_barrier*)barrier;
}

int pthread_barrier_init(pthread_barrier_t* restrict barrier,
                         const pthread_barrierattr_t* restrict attributes, unsigned count) {
  (void)attributes;
  struct overtake_barrier* b = of(barrier);
  if (count == 0 || count > INT_MAX) return EINVAL;
  const uint64_t size = OVERTAKE_PEEK(&b->size);
  if (VALID(size)) __overtake_fail("barrier-misuse", "initializes a barrier that is initialized");
  if (size != DESTROYED) {
    b->word = 0;
    b->claims = __overtake_alloc(OVERTAKE_CLAIMS * sizeof *b->claims);
  }
  b->size = MARK << 32 | count;
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  struct overtake_barrier* b = of(barrier);
  if (!VALID(__overtake_settled(b->size)))
    __overtake_fail("barrier-misuse", "destroys a barrier that is not initialized or destroyed");
  b->size = DESTROYED;
  return 0;
}

static uint32_t valid_size(const struct overtake_barrier* b) {
  const uint64_t size = __overtake_settled(b->size);
  if (!VALID(size))
    __overtake_fail("barrier-misuse", "waits at a barrier that is not initialized or destroyed");
  return (uint32_t)size;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) {
  struct overtake_barrier* b = of(barrier);
  const uint32_t size = valid_size(b);
  uint32_t* claims = b->claims;
  const uint64_t round = __overtake_barrier_arrive(&b->word, size);
  (void)__overtake_barrier_await(&b->word, round);
  uint32_t before = round < OVERTAKE_CLAIMS ? 0 : (uint32_t)round + 1 - OVERTAKE_CLAIMS;
  const int first =
      __atomic_compare_exchange_n(&claims[round % OVERTAKE_CLAIMS], &before, (uint32_t)round + 1, 0,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return first ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int __overtake_ignored_pthread_barrier_wait(pthread_barrier_t* barrier) {
  struct overtake_barrier* b = of(barrier);
  const uint64_t round = __overtake_barrier_arrive(&b->word, valid_size(b));
  (void)__overtake_barrier_await(&b->word, round);
  return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t* attributes) {
  *(int*)attributes = PTHREAD_PROCESS_PRIVATE;
  return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t* attributes) {
  (void)attributes;
  return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t* attributes, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  *(int*)attributes = shared;
  return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t* restrict attributes,
                                   int* restrict shared) {
  *shared = *(const int*)attributes;
  return 0;
}
