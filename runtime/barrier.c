/* Barriers of pthreads. A thread that has been let through touches the barrier no more, so the
 * serial thread may destroy it at once while the others are still about to leave: destruction
 * therefore clears the size, which only arriving threads read, and leaves the word alone. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

#define ARRIVED_MASK UINT64_C(0xffffffff)

static struct overtake_barrier* of(pthread_barrier_t* barrier) {
  return (struct overtake_barrier*)barrier;
}

int pthread_barrier_init(pthread_barrier_t* restrict barrier,
                         const pthread_barrierattr_t* restrict attributes, unsigned count) {
  (void)attributes;
  if (count == 0) return EINVAL;
  of(barrier)->word = 0;
  of(barrier)->size = count;
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  struct overtake_barrier* b = of(barrier);
  if ((__atomic_load_n(&b->word, __ATOMIC_SEQ_CST) & ARRIVED_MASK) != 0)
    __overtake_fail("lock-misuse", "destroys a barrier at which threads wait");
  b->size = 0;
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) {
  struct overtake_barrier* b = of(barrier);
  const uint64_t size = b->size;
  if (size == 0)
    __overtake_fail("destroyed-mutex", "waits at a barrier that is not initialized or destroyed");
  const uint64_t round = __overtake_barrier_arrive(&b->word, size);
  return __overtake_barrier_await(&b->word, round) ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
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
  (void)attributes;
  return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}
