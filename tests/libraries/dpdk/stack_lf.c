// rte_stack, the lock-free one, by cmpxchg16b: two producers.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <rte_stack.h>

// rte_stack_create is in the library; these are the fields that it sets.
static struct {
  struct rte_stack stack;
  struct rte_stack_lf_elem elements[2];
} memory;

static void setup(void) {
  memory.stack.flags = RTE_STACK_F_LF;
  memory.stack.capacity = 2;
  struct rte_stack_lf_elem *e = memory.stack.stack_lf.elems;
  for (int i = 0; i < 2; ++i)
    __rte_stack_lf_push_elems(&memory.stack.stack_lf.free, &e[i], &e[i], 1);
}
static int put(int v) {
  void *value = (void *)(long)v;
  return rte_stack_push(&memory.stack, &value, 1) == 1;
}
static int get(int *v) {
  void *value;
  if (rte_stack_pop(&memory.stack, &value, 1) != 1) return 0;
  *v = (int)(long)value;
  return 1;
}
#define SETUP() setup()
#define PUT(v) put(v)
#define GET(v) get(v)
#include "../shape_bag.h"
