// What was read last is kept, and overwritten in each round; the loop asks for it.
// overtake: model=sc,tso,pso verdict=safe executions=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int progress;

void *waits(void *argument) {
  int seen = 0, last = -1;
  while (seen < 2) {
    last = seen;
    seen = atomic_load(&progress);
  }
  assert(seen >= 2);
  (void)last;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  for (int i = 1; i <= 3; ++i) atomic_store(&progress, i);
  pthread_join(t, 0);
}
