// A round that begins with a trylock counts itself in and out, and is seen.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int stop, x, y;

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* w(void* q) {
  while (pthread_mutex_trylock(&m)) {
    atomic_fetch_add(&x, 1);
    atomic_fetch_sub(&x, 1);
  }
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, w, 0);
  int v = atomic_load(&x);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(v == 0);
}
