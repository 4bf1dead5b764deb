// fences: pso safety 1, pso robustness 1
// The queue lock of Craig, Landin and Hagersten. TSO leaves it intact; under PSO the release overtakes
// what was done inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  atomic_int locked;
};
struct node nodes[3];
_Atomic(struct node *) tail = &nodes[2];
volatile int count;

void *enter(void *argument) {
  struct node *mine = &nodes[(long)argument];
  atomic_store_explicit(&mine->locked, 1, memory_order_relaxed);
  struct node *before = atomic_exchange(&tail, mine);
  while (atomic_load_explicit(&before->locked, memory_order_acquire)) {
  }
  count = count + 1;
  atomic_store_explicit(&mine->locked, 0, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, (void *)0);
  pthread_create(&b, 0, enter, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
