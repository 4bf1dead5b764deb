// Michael and Scott's non-blocking queue: both threads enqueue and dequeue.
#include "subject.h"

struct node {
  atomic_int value;
  _Atomic(struct node*) next;
};
struct node dummy, nodes[2];
_Atomic(struct node*) head = &dummy, tail = &dummy;

static void enqueue(struct node* node, int value) {
  store(node->value, value);
  store(node->next, NULL);
  before_publishing();
  for (;;) {
    struct node* last = load(tail);
    struct node* next = load(last->next);
    if (last != load(tail)) continue;
    if (next != NULL) {
      cas(tail, last, next);
    } else if (cas(last->next, next, node)) {
      before_publishing();
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
    if (first != load(head)) continue;
    if (next == NULL) return 0;
    if (first == last) {
      cas(tail, last, next);
      before_publishing();
    } else {
      int value = load(next->value);
      if (cas(head, first, next)) return value;
    }
  }
}

void* work(void* argument) {
  int i = number(argument);
  enqueue(&nodes[i], i + 1);
  dequeue();
  return NULL;
}

int main(void) { run_both(work, work); }
