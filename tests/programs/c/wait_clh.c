// A CLH lock: each thread spins on the node of the one before it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  atomic_int locked;
};

static struct node free_node, nodes[2];
static struct node *_Atomic tail = &free_node;
static int n;

static void *counts(void *argument) {
  struct node *mine = argument;
  atomic_store(&mine->locked, 1);
  struct node *before = atomic_exchange(&tail, mine);
  while (atomic_load(&before->locked)) {
  }
  n++;
  atomic_store_explicit(&mine->locked, 0, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, counts, &nodes[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
}
