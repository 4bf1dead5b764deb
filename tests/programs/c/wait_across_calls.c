// The condition, the pause and the loop are three functions.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct gate {
  atomic_int open;
};
struct gate gate;
int data;

static bool is_open(struct gate *g) { return atomic_load_explicit(&g->open, memory_order_acquire) != 0; }
static int relax(int spins) {
  __asm__ volatile("pause");
  return spins + 1;
}
static void pass(struct gate *g) {
  int spins = 0;
  while (!is_open(g)) spins = relax(spins);
}

void *waits(void *argument) {
  pass(&gate);
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  atomic_store_explicit(&gate.open, 1, memory_order_release);
  pthread_join(t, 0);
}
