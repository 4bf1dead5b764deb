/* What the subjects share. Accesses are relaxed, which SC, TSO and PSO treat as plain. Atomic
 * operations and locks are relaxed as well: what they drain under PSO is then the choice of
 * --pso-rmw. -DFENCED puts in the fences that the algorithms need: `before_publishing` keeps
 * earlier stores before later ones (PSO), `before_looking` keeps earlier stores before later loads.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define load(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define store(x, v) atomic_store_explicit(&(x), (v), memory_order_relaxed)
#define swap(x, v) atomic_exchange_explicit(&(x), (v), memory_order_relaxed)

#define cas(x, old, new)                                                             \
  atomic_compare_exchange_strong_explicit(&(x), &(old), (new), memory_order_relaxed, \
                                          memory_order_relaxed)

#ifdef FENCED
#define before_publishing() atomic_thread_fence(memory_order_release)
#define before_looking() atomic_thread_fence(memory_order_seq_cst)
#else
#define before_publishing()
#define before_looking()
#endif

/* A test-and-set lock; both ends are atomic operations on the word. */
#define lock(l)        \
  while (swap(l, 1)) { \
  }
#define unlock(l)        \
  do {                   \
    before_publishing(); \
    swap(l, 0);          \
  } while (0)

static inline int number(void* argument) { return (int)(intptr_t)argument; }

/* Two threads, joined. */
static inline void run_both(void* (*first)(void*), void* (*second)(void*)) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, (void*)0);
  pthread_create(&threads[1], NULL, second, (void*)1);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}

#endif
