// A monitor: two workers report that they are alive, again and again with the same words; the monitor
// looks at all of them. It sees a worker alive or not yet, and never dead again. Right under every
// model. N: reports of each of two workers.
#include "threads.h"
#ifndef N
#define N 4
#endif

atomic_int alive, running = 1;

void* report(void* unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    store(alive, 1);
    if (load(running) == 0) return NULL;
  }
  return NULL;
}

void* monitor(void* unused) {
  (void)unused;
  int seen = load(alive);
  for (int i = 0; i < 2; i++) {
    int now = load(alive);
    assert(!seen || now);
    seen = now;
  }
  return NULL;
}

int main(void) {
  start(report, 0);
  start(report, 1);
  start(monitor, 2);
}
