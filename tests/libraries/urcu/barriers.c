// liburcu's cmm_smp_mb between a store and a load.
// library: liburcu-dev
// flags: -D_LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/arch.h>
#include <urcu/system.h>

static int x, y, a, b;

static void *left(void *unused) {
  CMM_STORE_SHARED(x, 1);
  cmm_smp_mb();
  a = CMM_LOAD_SHARED(y);
  return unused;
}
static void *right(void *unused) {
  CMM_STORE_SHARED(y, 1);
  cmm_smp_mb();
  b = CMM_LOAD_SHARED(x);
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, right, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a == 1 || b == 1);
  return 0;
}
