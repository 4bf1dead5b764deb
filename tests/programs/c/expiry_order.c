// Two timed waits with different deadlines: the one that ends later on the clock may well be over first on the
// processor, since a thread may be late. All orders are explored.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=28
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int order;

static void wait_for(long seconds) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_sec += seconds;
  pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &t);
}

void* soon(void* arg) {
  wait_for(1);
  atomic_fetch_add(&order, 1);
  return arg;
}

void* late(void* arg) {
  wait_for(2);
  assert(atomic_fetch_add(&order, 1) == 1);  // fails
  return arg;
}

int main(void) {
  pthread_mutex_lock(&m);
  pthread_t a, b;
  pthread_create(&a, NULL, soon, NULL);
  pthread_create(&b, NULL, late, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
