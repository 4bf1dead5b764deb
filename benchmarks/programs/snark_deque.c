// The snark deque, with its double compare-and-swap made of a lock. N values are pushed on the
// right by one thread while two others pop once from either end. Right under every model at this
// size; its known faults need more operations.
#include "threads.h"
#ifndef N
#define N 1
#endif

struct node {
  struct node* left;
  struct node* right;
  int value;
};
struct node dummy = {&dummy, &dummy, 0};
struct node nodes[N];
struct node *left_hat = &dummy, *right_hat = &dummy;
atomic_int popped[N + 1];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct node* read(struct node** at) {
  pthread_mutex_lock(&m);
  struct node* value = *at;
  pthread_mutex_unlock(&m);
  return value;
}

static int dcas(struct node** a, struct node** b, struct node* old_a, struct node* old_b,
                struct node* new_a, struct node* new_b) {
  pthread_mutex_lock(&m);
  int same = *a == old_a && *b == old_b;
  if (same) {
    *a = new_a;
    *b = new_b;
  }
  pthread_mutex_unlock(&m);
  return same;
}

static void push_right(struct node* node) {
  node->right = &dummy;
  for (;;) {
    struct node* rh = read(&right_hat);
    struct node* after = read(&rh->right);
    if (after == rh) {
      node->left = &dummy;
      struct node* lh = read(&left_hat);
      if (dcas(&right_hat, &left_hat, rh, lh, node, node)) return;
    } else {
      node->left = rh;
      if (dcas(&right_hat, &rh->right, rh, after, node, node)) return;
    }
  }
}

static int pop_right(void) {
  for (;;) {
    struct node* rh = read(&right_hat);
    struct node* lh = read(&left_hat);
    if (read(&rh->right) == rh) return 0;
    if (rh == lh) {
      if (dcas(&right_hat, &left_hat, rh, lh, &dummy, &dummy)) return rh->value;
    } else {
      struct node* before = read(&rh->left);
      if (dcas(&right_hat, &rh->left, rh, before, before, rh)) return rh->value;
    }
  }
}

static int pop_left(void) {
  for (;;) {
    struct node* lh = read(&left_hat);
    struct node* rh = read(&right_hat);
    if (read(&lh->left) == lh) return 0;
    if (lh == rh) {
      if (dcas(&left_hat, &right_hat, lh, rh, &dummy, &dummy)) return lh->value;
    } else {
      struct node* after = read(&lh->right);
      if (dcas(&left_hat, &lh->right, lh, after, after, lh)) return lh->value;
    }
  }
}

void* push(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    nodes[k].value = k + 1;
    push_right(&nodes[k]);
  }
  return NULL;
}

void* pop(void* argument) {
  int value = number(argument) ? pop_right() : pop_left();
  if (value) assert(exchange(popped[value], 1) == 0);
  return NULL;
}

int main(void) {
  start(push, 0);
  start(pop, 0);
  start(pop, 1);
}
