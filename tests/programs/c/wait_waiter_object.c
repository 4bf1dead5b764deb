// The state of waiting is an object that functions hand to each other: spin, then yield, then sleep.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

struct waiter {
  unsigned spins, yields;
  unsigned delay;
};

static void waiter_init(struct waiter *w) {
  w->spins = 0;
  w->yields = 0;
  w->delay = 1;
}
static void waiter_sleep(struct waiter *w) {
  usleep(w->delay);
  if (w->delay < 1000) w->delay *= 2;
}
static void waiter_wait(struct waiter *w) {
  if (w->spins < 20)
    ++w->spins;
  else if (w->yields < 5)
    ++w->yields, sched_yield();
  else
    waiter_sleep(w);
}

atomic_int ready;
int data;

void *waits(void *argument) {
  struct waiter w;
  waiter_init(&w);
  while (!atomic_load(&ready)) waiter_wait(&w);
  assert(data == 7);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 7;
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}
