// Treiber's stack: N threads push, then pop. Right under every model.
#include "threads.h"
#ifndef N
#define N 3
#endif

struct node {
  int value;
  struct node* next;
};
struct node nodes[N];
_Atomic(struct node*) top;
atomic_int popped[N];

static void push(struct node* node) {
  struct node* old = load(top);
  do {
    node->next = old;
  } while (!cas(top, old, node));
}

static struct node* pop(void) {
  struct node* old = load(top);
  while (old != NULL && !cas(top, old, old->next)) {
  }
  return old;
}

void* work(void* argument) {
  int i = number(argument);
  nodes[i].value = i;
  push(&nodes[i]);
  struct node* node = pop();
  assert(node != NULL);
  assert(exchange(popped[node->value], 1) == 0);
  return NULL;
}

int main(void) {
  run(work, N);
  assert(load(top) == NULL);
}
