// ck_stack with any number of consumers, by cmpxchg16b: two producers.
// library: libck-dev
#include <stddef.h>
#include <ck_stack.h>

struct node {
  struct ck_stack_entry link;
  int value;
};
static ck_stack_t stack __attribute__((aligned(16))) = CK_STACK_INITIALIZER;
static struct node nodes[3];

static int put(int v) {
  nodes[v].value = v;
  ck_stack_push_mpmc(&stack, &nodes[v].link);
  return 1;
}
static int get(int *v) {
  struct ck_stack_entry *e = ck_stack_pop_mpmc(&stack);
  if (e == NULL) return 0;
  *v = ((struct node *)e)->value;
  return 1;
}
#define PUT(v) put(v)
#define GET(v) get(v)
#include "../shape_bag.h"
