// What was read goes through an array of the round.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int data;

static int look(void) {
  int copy[4] = {0};
  copy[1] = atomic_load(&ready);
  return copy[1];
}

void *waits(void *argument) {
  while (!look()) {
  }
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
