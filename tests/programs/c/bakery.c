// Lamport's bakery for two, one attempt each, with fences where TSO needs them; PSO needs more.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=23
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

int choosing[2], number[2];
int inside;

void* customer(void* arg) {
  const int me = (int)(intptr_t)arg, other = 1 - me;
  choosing[me] = 1;
  atomic_thread_fence(memory_order_seq_cst);
  number[me] = number[other] + 1;
  choosing[me] = 0;
  atomic_thread_fence(memory_order_seq_cst);
  if (choosing[other]) return NULL;
  const int theirs = number[other];
  if (theirs != 0 && (theirs < number[me] || (theirs == number[me] && other < me))) return NULL;
  inside = me;
  assert(inside == me);  // fails
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, customer, (void*)0);
  pthread_create(&b, NULL, customer, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
