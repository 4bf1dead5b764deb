// Harris' set as a sorted list whose links carry a mark: two threads insert N keys, a third removes
// them. Right under every model.
#include "threads.h"
#ifndef N
#define N 1
#endif

struct node {
  int key;
  atomic_uintptr_t next;  // the lowest bit marks a node that is removed
};
struct node nodes[2 * N];
struct node last = {1 << 30, 0};
struct node first = {-1, (uintptr_t)&last};
atomic_int inserted[N], removed[N];

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
    } else if (at->key >= key) {
      return at;
    } else {
      *before = at;
      at = node_of(next);
    }
  }
}

static int insert(struct node* node) {
  for (;;) {
    struct node* before;
    struct node* at = find(node->key, &before);
    if (at->key == node->key) return 0;
    publish(node->next, (uintptr_t)at);
    uintptr_t expected = (uintptr_t)at;
    if (cas(before->next, expected, (uintptr_t)node)) return 1;
  }
}

static int delete(int key) {
  for (;;) {
    struct node* before;
    struct node* at = find(key, &before);
    if (at->key != key) return 0;
    uintptr_t next = load(at->next);
    if (next & 1) continue;
    if (cas(at->next, next, next | 1)) return 1;
  }
}

void* put(void* argument) {
  int i = number(argument);
  for (int k = 0; k < N; k++) {
    struct node* mine = &nodes[i * N + k];
    mine->key = k;
    if (insert(mine)) fetch_add(inserted[k], 1);
  }
  return NULL;
}

void* take(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++)
    if (delete (k)) fetch_add(removed[k], 1);
  return NULL;
}

int main(void) {
  pthread_t threads[] = {start(put, 0), start(put, 1), start(take, 2)};
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  for (int k = 0; k < N; k++) {
    struct node* before;
    int present = find(k, &before)->key == k;
    assert(load(inserted[k]) - load(removed[k]) == present);
  }
}
