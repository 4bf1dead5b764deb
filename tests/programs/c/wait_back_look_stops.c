// Looks whether it is to stop, counts itself in and out: who looks at the count may see it.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, active;
static void* w(void* x) {
  while (!atomic_load(&stop)) {
    atomic_fetch_add(&active, 1);
    atomic_fetch_sub(&active, 1);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  atomic_store(&stop, 1);
  assert(atomic_load(&active) == 0);
  pthread_join(t, 0);
}
