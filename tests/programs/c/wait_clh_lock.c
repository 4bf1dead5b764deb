// A CLH queue lock with two threads, exchange on the tail; release store to unlock.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  atomic_int busy;
} nodes[3];
_Atomic(struct node*) tail = &nodes[2];
int counter;
void* t(void* a) {
  struct node* me = &nodes[(long)a];
  atomic_store_explicit(&me->busy, 1, memory_order_relaxed);
  struct node* before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  while (atomic_load_explicit(&before->busy, memory_order_acquire));
  counter++;
  atomic_store_explicit(&me->busy, 0, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, 0, t, (void*)0);
  pthread_create(&q, 0, t, (void*)1);
  pthread_join(s, 0);
  pthread_join(q, 0);
  assert(counter == 2);
}
