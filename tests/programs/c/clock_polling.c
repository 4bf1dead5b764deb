// A loop that polls a clock ends by time, whatever else it looks at; one execution for each look that sees the flag,
// and one for the timeout.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

atomic_int done;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void* worker(void* arg) {
  atomic_store(&done, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  const double end = now() + 1;
  while (!atomic_load(&done) && now() < end) nanosleep(&(struct timespec){0, 1000000}, NULL);
  assert(atomic_load(&done) || now() >= end);
  pthread_join(t, NULL);
}
