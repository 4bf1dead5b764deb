// A queue lock whose holder grants the lock in a word on its own stack and leaves only when its successor has taken the grant. Both wait by exchanges that
// put back what they found. Under PSO the grant overtakes what the section did.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=22
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  atomic_int grant;
} node;
_Atomic(node*) tail;
int inside;

void* enters(void* number) {
  node mine = {0}, *me = &mine;
  node* before = atomic_exchange(&tail, me);
  if (before)
    while (!atomic_exchange(&before->grant, 0)) {
    }
  inside = (int)(long)number;
  assert(inside == (int)(long)number);
  atomic_store_explicit(&mine.grant, 1, memory_order_relaxed);
  if (!atomic_compare_exchange_strong(&tail, &me, (node*)0))
    while (atomic_exchange(&mine.grant, 1)) {
    }
  return 0;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, 0, enters, (void*)1);
  pthread_create(&b, 0, enters, (void*)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
