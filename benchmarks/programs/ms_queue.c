// The queue of Michael and Scott: N threads enqueue, one dequeues as often as it can.
// Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

struct node {
  int value;
  _Atomic(struct node*) next;
};
struct node nodes[N + 1];  // the last is the dummy
_Atomic(struct node*) head = &nodes[N], tail = &nodes[N];

static void enqueue(struct node* node) {
  for (;;) {
    struct node* last = load(tail);
    struct node* next = load(last->next);
    if (next != NULL) {
      cas(tail, last, next);
    } else if (cas(last->next, next, node)) {
      cas(tail, last, node);
      return;
    }
  }
}

static int dequeue(void) {
  for (;;) {
    struct node* first = load(head);
    struct node* last = load(tail);
    struct node* next = load(first->next);
    if (next == NULL) return -1;
    if (first == last) {
      cas(tail, last, next);
    } else {
      int value = next->value;
      if (cas(head, first, next)) return value;
    }
  }
}

void* put(void* argument) {
  int i = number(argument);
  nodes[i].value = i;
  enqueue(&nodes[i]);
  return NULL;
}

void* take(void* unused) {
  (void)unused;
  int seen[N] = {0};
  for (int k = 0; k < N; k++) {
    int value = dequeue();
    if (value < 0) continue;
    assert(value < N && !seen[value]);
    seen[value] = 1;
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(put, i);
  start(take, N);
}
