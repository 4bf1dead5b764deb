// A semaphore by hand: looks, and takes a unit by a compare-and-swap if there is one.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int units = 1;
static int n;

static void *counts(void *argument) {
  for (;;) {
    int found = atomic_load(&units);
    if (found > 0 && atomic_compare_exchange_weak(&units, &found, found - 1)) break;
  }
  n++;
  atomic_fetch_add(&units, 1);
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, counts, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(n == 3);
}
