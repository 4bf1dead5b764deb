// The acquire fence stands before the load: a race.
// overtake: model=sc,tso,pso verdict=error kind=race
// overtake: args=--check races
#include <pthread.h>
#include <stdatomic.h>

int data, r;
atomic_int f;
void* w(void* a) {
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&f, 1, memory_order_relaxed);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  atomic_thread_fence(memory_order_acquire);
  if (atomic_load_explicit(&f, memory_order_relaxed)) r = data;
  pthread_join(t, 0);
}
