// A relaxed fetch_add of another location orders no stores under PSO with --pso-rmw location.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=22
// overtake: args=--pso-rmw location
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
void* w(void* p) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&z, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  int a = atomic_load_explicit(&y, memory_order_relaxed);
  int b = atomic_load_explicit(&x, memory_order_relaxed);
  assert(!a || b);  // fails
  pthread_join(t, 0);
}
