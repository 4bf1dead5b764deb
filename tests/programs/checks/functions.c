#include <assert.h>
#include <pthread.h>
#include <ring.h>

static struct ring r;
static int flag, data;

static void *producer(void *unused) {
  ring_put(&r, 7);
  return unused;
}
static void *left(void *unused) {
  __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
  data = __atomic_load_n(&r.tail, __ATOMIC_RELAXED);
  return unused;
}

void test_ring(void) {
  pthread_t t;
  int v;
  pthread_create(&t, 0, producer, 0);
  if (ring_get(&r, &v)) assert(v == 7);
  pthread_join(t, 0);
}

// Wrong under TSO: nothing keeps the loads after the stores.
void test_store_buffering(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  r.tail = 1;
  const int seen = __atomic_load_n(&flag, __ATOMIC_RELAXED);
  pthread_join(t, 0);
  assert(seen || data);
}
