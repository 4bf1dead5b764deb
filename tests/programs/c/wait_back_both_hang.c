// Two threads try and take back, and see each other's attempts: the first may take its unit while
// the second has taken two for a moment, and then the second waits for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 2;

static void *waits_for_none(void *argument) {
  while (atomic_fetch_add(&x, 1) != 0) atomic_fetch_sub(&x, 1);
  return argument;
}

static void *waits_for_two(void *argument) {
  while (atomic_fetch_sub(&x, 2) != 2) atomic_fetch_add(&x, 2);
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waits_for_none, 0);
  pthread_create(&u, 0, waits_for_two, 0);
  pthread_exit(0);
}
