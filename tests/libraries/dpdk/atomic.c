// rte_atomic: cmpset and friends by inline assembly.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <assert.h>
#include <pthread.h>
#include <rte_atomic.h>

static rte_atomic32_t count = RTE_ATOMIC32_INIT(0);
static rte_atomic64_t wide = RTE_ATOMIC64_INIT(0);
static volatile uint32_t once;
static int winners;

static void *worker(void *unused) {
  rte_atomic32_inc(&count);
  rte_atomic64_add(&wide, INT64_C(1) << 40);
  if (rte_atomic32_cmpset(&once, 0, 1)) ++winners;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(winners == 1 && once == 1);
  assert(rte_atomic32_read(&count) == 2 && rte_atomic64_read(&wide) == INT64_C(2) << 40);
  assert(rte_atomic32_dec_and_test(&count) == 0 && rte_atomic32_dec_and_test(&count) == 1);
  return 0;
}
