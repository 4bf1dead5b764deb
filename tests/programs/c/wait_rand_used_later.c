// What rand() says after the loop depends on how often the thread has slept.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int ready;

static void *waits(void *argument) {
  int first = rand();
  srand(1);
  while (!atomic_load(&ready)) usleep(rand() % 100);
  assert(rand() == first);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}
