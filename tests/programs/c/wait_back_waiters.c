// A lock that counts its waiters: who holds it may see one.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int stop, x, y;

static void* w(void* q) {
  while (atomic_exchange(&y, 1)) {
    atomic_fetch_add(&x, 1);
    sched_yield();
    atomic_fetch_sub(&x, 1);
  }
  atomic_store(&y, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  while (atomic_exchange(&y, 1)) {
  }
  pthread_create(&t, 0, w, 0);
  int v = atomic_load(&x);
  atomic_store(&y, 0);
  pthread_join(t, 0);
  assert(v == 0);
}
