/* A critical section that notices company: a lost increment, or one that comes between. */
#ifndef BENCHMARKS_CRITICAL_H
#define BENCHMARKS_CRITICAL_H

#include "threads.h"

static atomic_int entered;

static inline void critical_section(void) {
  int before = load(entered);
  store(entered, before + 1);
  assert(load(entered) == before + 1);
}

/* n threads, each of which enters `times` times. */
static inline void run_exclusive(void* (*body)(void*), int n, int times) {
  run(body, n);
  assert(load(entered) == n * times);
}

#endif
