// A bit that is set and taken back after a look is seen by an exchange.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int l;
static atomic_int stop;
static void* w(void* x) {
  while (!atomic_load(&stop)) {
    atomic_fetch_or(&l, 2);
    atomic_fetch_and(&l, ~2);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  int v = atomic_exchange(&l, 4);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  assert(v == 0);
}
