// rte_ticketlock.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <rte_ticketlock.h>

static rte_ticketlock_t lock = RTE_TICKETLOCK_INITIALIZER;
#define ENTER(i) rte_ticketlock_lock(&lock)
#define LEAVE(i) rte_ticketlock_unlock(&lock)
#include "../shape_lock.h"
