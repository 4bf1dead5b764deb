// liburcu's lock-free stack: two producers.
// library: liburcu-dev
// flags: -D_LGPL_SOURCE
#include <stdlib.h>
#include <urcu/lfstack.h>

struct node {
  struct cds_lfs_node link;
  int value;
};
static struct cds_lfs_stack stack;
static struct node nodes[3];

static int put(int v) {
  nodes[v].value = v;
  cds_lfs_node_init(&nodes[v].link);
  cds_lfs_push(&stack, &nodes[v].link);
  return 1;
}
static int get(int *v) {
  struct cds_lfs_node *n = cds_lfs_pop_blocking(&stack);
  if (n == NULL) return 0;
  *v = caa_container_of(n, struct node, link)->value;
  return 1;
}
#define SETUP() cds_lfs_init(&stack)
#define PUT(v) put(v)
#define GET(v) get(v)
#include "../shape_bag.h"
