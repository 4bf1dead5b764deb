// ... and a race after its success, which obtains nothing.
// overtake: model=sc,tso,pso verdict=error kind=race
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

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  int e = 1;
  if (atomic_compare_exchange_strong_explicit(&f, &e, 2, memory_order_relaxed,
                                              memory_order_acquire))
    r = data;
  pthread_join(t, 0);
}
