// The lazy list: a sorted list with a lock and a mark in each node, and a search without locks. Both
// threads add a key, look for it and remove it.
#include "subject.h"

struct node {
  atomic_int key, marked, latch;
  _Atomic(struct node*) next;
};
struct node last = {1 << 30, 0, 0, NULL};
struct node first = {-1, 0, 0, &last};
struct node nodes[2];

static struct node* find(int key, struct node** before) {
  *before = &first;
  struct node* at = load(first.next);
  while (load(at->key) < key) {
    *before = at;
    at = load(at->next);
  }
  return at;
}

static int valid(struct node* before, struct node* at) {
  return !load(before->marked) && !load(at->marked) && load(before->next) == at;
}

static int add(struct node* node, int key) {
  store(node->key, key);
  for (;;) {
    struct node* before;
    struct node* at = find(key, &before);
    lock(before->latch);
    lock(at->latch);
    int ok = valid(before, at);
    int added = ok && load(at->key) != key;
    if (added) {
      store(node->next, at);
      before_publishing();
      store(before->next, node);
    }
    unlock(at->latch);
    unlock(before->latch);
    if (ok) return added;
  }
}

static int erase(int key) {
  for (;;) {
    struct node* before;
    struct node* at = find(key, &before);
    lock(before->latch);
    lock(at->latch);
    int ok = valid(before, at);
    int erased = ok && load(at->key) == key;
    if (erased) {
      store(at->marked, 1);
      before_publishing();
      store(before->next, load(at->next));
    }
    unlock(at->latch);
    unlock(before->latch);
    if (ok) return erased;
  }
}

static int contains(int key) {
  struct node* before;
  struct node* at = find(key, &before);
  return load(at->key) == key && !load(at->marked);
}

void* work(void* argument) {
  add(&nodes[number(argument)], 1);
  contains(1);
  erase(1);
  return NULL;
}

int main(void) { run_both(work, work); }
