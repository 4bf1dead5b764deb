// rte_pflock: a writer and a reader.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <rte_pflock.h>

static rte_pflock_t lock;
#define WRITE_ENTER() rte_pflock_write_lock(&lock)
#define WRITE_LEAVE() rte_pflock_write_unlock(&lock)
#define READ_ENTER() rte_pflock_read_lock(&lock)
#define READ_LEAVE() rte_pflock_read_unlock(&lock)
#include "../shape_rwlock.h"
