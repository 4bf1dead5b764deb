// rte_spinlock, by inline assembly with numbered labels.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <rte_spinlock.h>

static rte_spinlock_t lock = RTE_SPINLOCK_INITIALIZER;
#define ENTER(i) rte_spinlock_lock(&lock)
#define LEAVE(i) rte_spinlock_unlock(&lock)
#include "../shape_lock.h"
