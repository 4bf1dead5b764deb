/* What the benchmark programs share: short names for atomic accesses, and starting threads without
 * any shared access but the start itself. `load` and `store` are relaxed, which SC, TSO and PSO
 * treat as plain; `publish` keeps earlier stores before it (PSO), `set` also later loads after it.
 */
#ifndef BENCHMARKS_THREADS_H
#define BENCHMARKS_THREADS_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define load(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define store(x, v) atomic_store_explicit(&(x), (v), memory_order_relaxed)
#define publish(x, v) atomic_store_explicit(&(x), (v), memory_order_release)
#define set(x, v) atomic_store(&(x), (v))
#define fetch_add(x, v) atomic_fetch_add(&(x), (v))
#define exchange(x, v) atomic_exchange(&(x), (v))
/* `old` is a local variable; it takes the value found where the exchange fails. */
#define cas(x, old, v) atomic_compare_exchange_strong(&(x), &(old), (v))
#define fence() atomic_thread_fence(memory_order_seq_cst)

/* Waiting for others: a spin loop. */
#define await(condition) \
  while (!(condition)) { \
  }

/* The number of a thread, as start hands it over. */
static inline int number(void* argument) { return (int)(intptr_t)argument; }

static inline pthread_t start(void* (*body)(void*), int i) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, (void*)(intptr_t)i);
  return thread;
}

/* Threads 0 .. n-1, joined. */
static inline void run(void* (*body)(void*), int n) {
  pthread_t threads[n];
  for (int i = 0; i < n; i++) threads[i] = start(body, i);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
}

#endif
