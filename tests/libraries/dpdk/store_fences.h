// DPDK's barrier between stores as an instruction, as its ports to machines without TSO have it.
#include <rte_atomic.h>
#undef rte_smp_wmb
#define rte_smp_wmb() rte_wmb()
