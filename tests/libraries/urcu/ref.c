// liburcu's reference counter: the last one releases, once.
// library: liburcu-dev
// flags: -D_LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu/ref.h>

static struct urcu_ref ref;
static int released;

static void release(struct urcu_ref *unused) {
  (void)unused;
  ++released;
}
static void *worker(void *unused) {
  urcu_ref_put(&ref, release);
  return unused;
}

int main(void) {
  pthread_t t;
  urcu_ref_init(&ref);
  urcu_ref_get(&ref);
  pthread_create(&t, 0, worker, 0);
  urcu_ref_put(&ref, release);
  pthread_join(t, 0);
  assert(released == 1);
  return 0;
}
