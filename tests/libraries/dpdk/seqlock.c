// rte_seqlock: readers that are disturbed read again.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <assert.h>
#include <pthread.h>
#include <rte_seqlock.h>

static rte_seqlock_t lock = RTE_SEQLOCK_INITIALIZER;
static int first, second;

static void *writer(void *unused) {
  rte_seqlock_write_lock(&lock);
  __atomic_store_n(&first, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&second, 1, __ATOMIC_RELAXED);
  rte_seqlock_write_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  uint32_t version;
  int a, b;
  pthread_create(&t, 0, writer, 0);
  do {
    version = rte_seqlock_read_begin(&lock);
    a = __atomic_load_n(&first, __ATOMIC_RELAXED);
    b = __atomic_load_n(&second, __ATOMIC_RELAXED);
  } while (rte_seqlock_read_retry(&lock, version));
  assert(a == b);
  pthread_join(t, 0);
  return 0;
}
