// A round that changes a word and sets it to what it found, but from what another thread has
// written since: that store is gone, so the round has an effect.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=35
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int found, seen;

static void *turns(void *argument) {
  int now = 0;
  while (now == 0) {
    now = atomic_exchange(&x, 1);
    int two = 2;
    atomic_compare_exchange_strong(&x, &two, 0);
  }
  found = now;
  return argument;
}

static void *other(void *argument) {
  x = 2;
  seen = x;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, turns, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  // Only if the second of three rounds was seen.
  assert(!(found == 1 && seen == 1));
}
