// ck_stack of Concurrency Kit, its pop with a counter beside the head.
// library: libck-dev
// expect --model sc: linearizable
// expect --model tso: linearizable
// expect --model pso: linearizable
#include <overtake/linearize.h>

#include <ck_stack.h>

struct stack {
  ck_stack_t stack;
  struct {
    struct ck_stack_entry entry;
    long value;
  } nodes[4];
  int used;
};

static void make(struct stack *s) { ck_stack_init(&s->stack); }
static void push(struct stack *s, long v) {
  s->nodes[s->used].value = v;
  ck_stack_push_upmc(&s->stack, &s->nodes[s->used++].entry);
}
static long pop(struct stack *s) {
  struct ck_stack_entry *e = ck_stack_pop_upmc(&s->stack);
  return e == 0 ? -1 : *(long *)(e + 1);
}

OVERTAKE_LINEARIZABLE(struct stack, push(1, 2), pop());
OVERTAKE_MAKE(make);
OVERTAKE_SINGLE(push);
