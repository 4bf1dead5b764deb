// rte_rwlock: a writer and a reader.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <rte_rwlock.h>

static rte_rwlock_t lock = RTE_RWLOCK_INITIALIZER;
#define WRITE_ENTER() rte_rwlock_write_lock(&lock)
#define WRITE_LEAVE() rte_rwlock_write_unlock(&lock)
#define READ_ENTER() rte_rwlock_read_lock(&lock)
#define READ_LEAVE() rte_rwlock_read_unlock(&lock)
#include "../shape_rwlock.h"
