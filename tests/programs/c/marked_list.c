// Harris's list: an element is marked in its own pointer before it is unlinked, so that nothing is
// inserted after it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
typedef struct node {
  int key;
  _Atomic(uintptr_t) next;
} node;
static node *head, *tail;
#define MARKED(x) ((x) & 1)
#define PTR(x) ((node*)((x) & ~(uintptr_t)1))
static node* new_node(int k, node* n) {
  node* x = malloc(sizeof *x);
  x->key = k;
  atomic_init(&x->next, (uintptr_t)n);
  return x;
}
static node* search(int key, node** left) {
  node* left_node = head;
  uintptr_t left_next = atomic_load(&head->next);
again:
  for (;;) {
    node* t = head;
    uintptr_t t_next = atomic_load(&head->next);
    do {
      if (!MARKED(t_next)) {
        left_node = t;
        left_next = t_next;
      }
      t = PTR(t_next);
      if (t == tail) break;
      t_next = atomic_load(&t->next);
    } while (MARKED(t_next) || t->key < key);
    node* right = t;
    if (PTR(left_next) == right) {
      if (right != tail && MARKED(atomic_load(&right->next))) goto again;
      *left = left_node;
      return right;
    }
    if (atomic_compare_exchange_strong(&left_node->next, &left_next, (uintptr_t)right)) {
      if (right != tail && MARKED(atomic_load(&right->next))) goto again;
      *left = left_node;
      return right;
    }
  }
}
static bool insert(int key) {
  node* n = new_node(key, NULL);
  node* left;
  for (;;) {
    node* right = search(key, &left);
    if (right != tail && right->key == key) {
      free(n);
      return false;
    }
    atomic_store(&n->next, (uintptr_t)right);
    uintptr_t e = (uintptr_t)right;
    if (atomic_compare_exchange_strong(&left->next, &e, (uintptr_t)n)) return true;
  }
}
static bool delete(int key) {
  node *left, *right;
  uintptr_t rn;
  for (;;) {
    right = search(key, &left);
    if (right == tail || right->key != key) return false;
    rn = atomic_load(&right->next);
#ifdef WITHOUT_MARKS
    break;
#else
    if (!MARKED(rn) && atomic_compare_exchange_strong(&right->next, &rn, rn | 1)) break;
#endif
  }
  uintptr_t e = (uintptr_t)right;
  if (!atomic_compare_exchange_strong(&left->next, &e, rn)) search(key, &left);
  return true;
}
static bool contains(int key) {
  node* l;
  node* r = search(key, &l);
  return r != tail && r->key == key;
}
static bool inserted, deleted, deleted_again;
static void* t1(void* a) {
  inserted = insert(2);
  deleted_again = delete (1);
  return a;
}
static void* t2(void* a) {
  deleted = delete (1);
  return a;
}
int main(void) {
  tail = new_node(INT_MAX, NULL);
  head = new_node(INT_MIN, tail);
  insert(1);
  insert(3);
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(inserted);
  assert(deleted + deleted_again == 1);
  assert(!contains(1) && contains(2) && contains(3));
}
