// A reader that tries again until it has seen two equal numbers: several reads in a round.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int x, y;

void *writes(void *argument) {
  for (int i = 1; i <= 2; ++i) {
    atomic_store(&sequence, 2 * i - 1);
    atomic_store(&x, i);
    atomic_store(&y, i);
    atomic_store(&sequence, 2 * i);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  unsigned before, after, retries = 0;
  int a, b;
  do {
    while ((before = atomic_load(&sequence)) & 1) ++retries;
    a = atomic_load(&x);
    b = atomic_load(&y);
    after = atomic_load(&sequence);
    ++retries;
  } while (before != after);
  assert(a == b);
  pthread_join(t, 0);
}
