// Sleeps for a random time: the state of rand() is the thread's, and steers nothing else.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int ready;
static int data;

static void *waits(void *argument) {
  while (!atomic_load(&ready)) usleep(rand() % 100);
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}
