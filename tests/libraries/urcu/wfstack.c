// liburcu's wait-free stack: two producers.
// library: liburcu-dev
// flags: -D_LGPL_SOURCE
#include <stdlib.h>
#include <urcu/wfstack.h>

struct node {
  struct cds_wfs_node link;
  int value;
};
static struct cds_wfs_stack stack;
static struct node nodes[3];

static int put(int v) {
  nodes[v].value = v;
  cds_wfs_node_init(&nodes[v].link);
  cds_wfs_push(&stack, &nodes[v].link);
  return 1;
}
static int get(int *v) {
  struct cds_wfs_node *n = __cds_wfs_pop_nonblocking(&stack);
  if (n == NULL || n == CDS_WFS_WOULDBLOCK) return 0;
  *v = caa_container_of(n, struct node, link)->value;
  return 1;
}
#define SETUP() cds_wfs_init(&stack)
#define PUT(v) put(v)
#define GET(v) get(v)
#include "../shape_bag.h"
