// A ticket lock. N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 3
#endif

atomic_int next, serving;

static void lock(void) {
  int mine = fetch_add(next, 1);
  await(load(serving) == mine);
}

static void unlock(void) { publish(serving, load(serving) + 1); }

void* work(void* argument) {
  (void)argument;
  lock();
  critical_section();
  unlock();
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }
