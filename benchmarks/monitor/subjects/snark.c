// The snark deque, with its double compare-and-swap made of a lock: both threads push on
// the right and pop on the left.
#include "subject.h"

struct node {
  _Atomic(struct node*) left;
  _Atomic(struct node*) right;
  atomic_int value;
};
struct node dummy = {&dummy, &dummy, 0};
struct node nodes[2];
_Atomic(struct node*) left_hat = &dummy, right_hat = &dummy;
atomic_int latch;

static int dcas(_Atomic(struct node*)* a, _Atomic(struct node*)* b, struct node* old_a,
                struct node* old_b, struct node* new_a, struct node* new_b) {
  lock(latch);
  int same = load(*a) == old_a && load(*b) == old_b;
  if (same) {
    store(*a, new_a);
    before_publishing();
    store(*b, new_b);
  }
  unlock(latch);
  return same;
}

static void push_right(struct node* node, int value) {
  store(node->value, value);
  store(node->right, &dummy);
  for (;;) {
    struct node* rh = load(right_hat);
    struct node* after = load(rh->right);
    if (after == rh) {
      store(node->left, &dummy);
      struct node* lh = load(left_hat);
      before_publishing();
      if (dcas(&right_hat, &left_hat, rh, lh, node, node)) return;
    } else {
      store(node->left, rh);
      before_publishing();
      if (dcas(&right_hat, &rh->right, rh, after, node, node)) return;
    }
  }
}

static int pop_left(void) {
  for (;;) {
    struct node* lh = load(left_hat);
    struct node* rh = load(right_hat);
    if (load(lh->left) == lh) return 0;
    if (lh == rh) {
      if (dcas(&left_hat, &right_hat, lh, rh, &dummy, &dummy)) return load(lh->value);
    } else {
      struct node* after = load(lh->right);
      if (dcas(&left_hat, &lh->right, lh, after, after, lh)) {
        int value = load(lh->value);
        store(lh->left, &dummy);
        store(lh->right, &dummy);
        return value;
      }
    }
  }
}

void* work(void* argument) {
  int i = number(argument);
  push_right(&nodes[i], i + 1);
  pop_left();
  return NULL;
}

int main(void) { run_both(work, work); }
