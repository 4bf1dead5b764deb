// An attempt counter says when to yield and nothing else: a wait.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int ready;
int data;

void *waits(void *argument) {
  int attempt = 0;
  while (!atomic_load(&ready)) {
    if (++attempt >= 10) {
      attempt = 0;
      sched_yield();
    }
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
