// Michael and Scott's two-lock queue: both threads enqueue and dequeue.
#include "subject.h"

struct node {
  atomic_int value;
  _Atomic(struct node*) next;
};
struct node dummy, nodes[2];
_Atomic(struct node*) head = &dummy, tail = &dummy;
atomic_int head_lock, tail_lock;

static void enqueue(struct node* node, int value) {
  store(node->value, value);
  store(node->next, NULL);
  before_publishing();
  lock(tail_lock);
  store(load(tail)->next, node);
  store(tail, node);
  unlock(tail_lock);
}

static int dequeue(void) {
  int value = 0;
  lock(head_lock);
  struct node* next = load(load(head)->next);
  if (next != NULL) {
    value = load(next->value);
    store(head, next);
  }
  unlock(head_lock);
  return value;
}

void* work(void* argument) {
  int i = number(argument);
  enqueue(&nodes[i], i + 1);
  dequeue();
  return NULL;
}

int main(void) { run_both(work, work); }
