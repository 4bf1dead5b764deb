// Peterson's mutual exclusion, repaired with fences.
//
// The second fence keeps the look after the stores; it is all that x86 needs. The first one keeps
// "I want in" before "after you", and the release store the way out after the work, for machines that
// reorder stores (PSO).
//
//     overtake check examples/peterson_fixed.c --model pso     no error
//
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2];
atomic_int turn;
int owner;

void* process(void* argument) {
  const int me = (int)(intptr_t)argument;
  const int other = 1 - me;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&turn, other, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&wants[other], memory_order_acquire) == 0 ||
      atomic_load_explicit(&turn, memory_order_acquire) == me) {
    owner = me;
    assert(owner == me);
    atomic_store_explicit(&wants[me], 0, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, process, (void*)0);
  pthread_create(&b, NULL, process, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
