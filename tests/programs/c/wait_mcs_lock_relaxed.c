// An MCS lock whose unlock is relaxed: under PSO the counter's store comes late.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=38
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  _Atomic(struct node*) next;
  atomic_int wait;
} nodes[2];
_Atomic(struct node*) tail;
int counter;
void* t(void* a) {
  struct node *me = &nodes[(long)a], *before, *self = me;
  me->wait = 1;
  before = atomic_exchange(&tail, me);
  if (before) {
    before->next = me;
    while (atomic_load_explicit(&me->wait, memory_order_acquire));
  }
  counter++;
  struct node* next = me->next;
  if (!next) {
    if (atomic_compare_exchange_strong(&tail, &self, 0)) return 0;
    while (!(next = me->next));
  }
  atomic_store_explicit(&next->wait, 0, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, 0, t, (void*)0);
  pthread_create(&q, 0, t, (void*)1);
  pthread_join(s, 0);
  pthread_join(q, 0);
  assert(counter == 2);  // fails
}
