// rte_mcslock: each thread waits at a place of its own.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <rte_mcslock.h>

static rte_mcslock_t *lock, nodes[2];
#define ENTER(i) rte_mcslock_lock(&lock, &nodes[i])
#define LEAVE(i) rte_mcslock_unlock(&lock, &nodes[i])
#include "../shape_lock.h"
