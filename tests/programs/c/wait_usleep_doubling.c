// Sleeps twice as long each time.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int ready;
int data;

void *waits(void *argument) {
  useconds_t delay = 1;
  while (!atomic_load(&ready)) {
    usleep(delay);
    delay = delay * 2 < 100000 ? delay * 2 : 100000;
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
