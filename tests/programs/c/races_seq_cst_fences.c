// Fences of seq_cst release and acquire around relaxed accesses: no race.
// overtake: model=sc,tso,pso verdict=safe
// overtake: args=--check races
#include <pthread.h>
#include <stdatomic.h>

int data, r;
atomic_int f, g;
void* w(void* a) {
  data = 1;
  atomic_thread_fence(memory_order_seq_cst);
  atomic_fetch_add_explicit(&f, 1, memory_order_relaxed);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  int e = 0, failed = !atomic_compare_exchange_strong_explicit(&f, &e, 0, memory_order_relaxed,
                                                               memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  if (failed) r = data;
  pthread_join(t, 0);
}
