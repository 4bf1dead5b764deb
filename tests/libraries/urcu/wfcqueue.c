// liburcu's wait-free concatenated queue: two producers.
// library: liburcu-dev
// flags: -D_LGPL_SOURCE
#include <stdlib.h>
#include <urcu/wfcqueue.h>

struct node {
  struct cds_wfcq_node link;
  int value;
};
static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct node nodes[3];

static int put(int v) {
  nodes[v].value = v;
  cds_wfcq_node_init(&nodes[v].link);
  cds_wfcq_enqueue(&head, &tail, &nodes[v].link);
  return 1;
}
static int get(int *v) {
  struct cds_wfcq_node *n = __cds_wfcq_dequeue_nonblocking(&head, &tail);
  if (n == NULL || n == CDS_WFCQ_WOULDBLOCK) return 0;
  *v = caa_container_of(n, struct node, link)->value;
  return 1;
}
#define SETUP() cds_wfcq_init(&head, &tail)
#define PUT(v) put(v)
#define GET(v) get(v)
#include "../shape_bag.h"
