// Looks at several queues in turn: what a round leaves behind is where the next one looks.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int queue[3];
static int data;

static void *waits(void *argument) {
  int i = 0;
  while (!atomic_load(&queue[i])) i = (i + 1) % 3;
  assert(data == 7);
  return argument;
}

static void *serves(void *argument) {
  data = 7;
  atomic_store(&queue[2], 1);
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waits, 0);
  pthread_create(&u, 0, serves, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
