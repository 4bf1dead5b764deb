// A compare-exchange loop with as many tries as can be needed: a try fails only when the other
// thread has succeeded, which happens once.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 1;

void* twice(void* arg) {
  int seen = atomic_load(&x);
  int done = 0;
  for (int i = 0; i < 2 && !done; i++) done = atomic_compare_exchange_strong(&x, &seen, 2 * seen);
  assert(done);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, twice, NULL);
  pthread_create(&b, NULL, twice, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 4);
}
