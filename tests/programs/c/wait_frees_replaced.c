// A pointer is replaced and what it pointed to freed, while another thread polls through it.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=12
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int* _Atomic slot;
atomic_int stop;

void* poller(void* arg) {
  for (;;) {
    if (*(volatile int*)atomic_load(&slot) == 1 || atomic_load(&stop)) return arg;
  }
}

int main(void) {
  pthread_t t;
  int *before = calloc(1, sizeof *before), *after = calloc(1, sizeof *after);
  *after = 2;
  slot = before;
  pthread_create(&t, NULL, poller, NULL);
  slot = after;
  free(before);
  stop = 1;
  pthread_join(t, NULL);
}
