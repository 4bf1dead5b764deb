// Burns' algorithm, one bit a thread. N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 2
#endif

atomic_int wants[N];

static int lower_wants(int i) {
  for (int j = 0; j < i; j++)
    if (load(wants[j])) return 1;
  return 0;
}

static void lock(int i) {
  for (;;) {
    for (int j = 0; j < i; j++) await(!load(wants[j]));
    set(wants[i], 1);
    if (!lower_wants(i)) break;
    store(wants[i], 0);
  }
  for (int j = i + 1; j < N; j++) await(!load(wants[j]));
}

static void unlock(int i) { publish(wants[i], 0); }

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }
