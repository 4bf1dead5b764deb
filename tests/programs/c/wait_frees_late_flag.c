// The flag is set before the object is freed, but the thread may have looked at it before that.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=12
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int* shared;
atomic_int stop, started;

void* poller(void* arg) {
  while (!started) {}
  while (!atomic_load(&stop)) (void)*(volatile int*)shared;
  return arg;
}

int main(void) {
  pthread_t t;
  shared = calloc(1, sizeof *shared);
  pthread_create(&t, NULL, poller, NULL);
  started = 1;
  stop = 1;
  free(shared);
  pthread_join(t, NULL);
}
