// Nothing ends the loop, and what it looks at is freed: a use after free, not a hang.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=11
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int *flag, started;

void* waiter(void* arg) {
  started = 1;
  while (atomic_load_explicit(flag, memory_order_acquire) == 0) {}
  return arg;
}

int main(void) {
  pthread_t t;
  flag = calloc(1, sizeof *flag);
  pthread_create(&t, NULL, waiter, NULL);
  while (!started) {}
  free(flag);
  pthread_join(t, NULL);
}
