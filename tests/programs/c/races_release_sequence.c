// A release sequence: release store, a relaxed RMW of a third thread, acquire load of the RMW's
// value: no race.
// overtake: model=sc,tso,pso verdict=safe
// overtake: args=--check races
#include <pthread.h>
#include <stdatomic.h>

int data, r;
atomic_int f;
void* w(void* a) {
  data = 1;
  atomic_store_explicit(&f, 1, memory_order_release);
  return a;
}

void* m(void* a) {
  int one = 1;
  atomic_compare_exchange_strong_explicit(&f, &one, 2, memory_order_relaxed, memory_order_relaxed);
  return a;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, m, 0);
  if (atomic_load_explicit(&f, memory_order_acquire) == 2) r = data;
  pthread_join(t, 0);
  pthread_join(u, 0);
}
