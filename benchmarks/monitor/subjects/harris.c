// Harris' non-blocking set, a sorted list whose links carry a mark: both threads add a key
// and remove it.
#include "subject.h"

struct node {
  atomic_int key;
  atomic_uintptr_t next;  // the lowest bit marks a node that is removed
};
struct node last = {1 << 30, 0};
struct node first = {-1, (uintptr_t)&last};
struct node nodes[2];

static struct node* node_of(uintptr_t link) { return (struct node*)(link & ~(uintptr_t)1); }

// The first node whose key is not below `key`, and the one before it; unlinks what is removed.
static struct node* find(int key, struct node** before) {
again:
  *before = &first;
  struct node* at = node_of(load(first.next));
  for (;;) {
    uintptr_t next = load(at->next);
    if (next & 1) {
      uintptr_t expected = (uintptr_t)at;
      if (!cas((*before)->next, expected, next & ~(uintptr_t)1)) goto again;
      at = node_of(next);
    } else if (load(at->key) >= key) {
      return at;
    } else {
      *before = at;
      at = node_of(next);
    }
  }
}

static int add(struct node* node, int key) {
  store(node->key, key);
  for (;;) {
    struct node* before;
    struct node* at = find(key, &before);
    if (load(at->key) == key) return 0;
    store(node->next, (uintptr_t)at);
    before_publishing();
    uintptr_t expected = (uintptr_t)at;
    if (cas(before->next, expected, (uintptr_t)node)) return 1;
  }
}

static int erase(int key) {
  for (;;) {
    struct node* before;
    struct node* at = find(key, &before);
    if (load(at->key) != key) return 0;
    uintptr_t next = load(at->next);
    if (next & 1) continue;
    if (cas(at->next, next, next | 1)) return 1;
  }
}

void* work(void* argument) {
  add(&nodes[number(argument)], 1);
  erase(1);
  return NULL;
}

int main(void) { run_both(work, work); }
