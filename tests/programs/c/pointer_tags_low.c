// A mark in the lowest bit of a pointer, as in lists with logical deletion.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
  int key;
  _Atomic(uintptr_t) next;
};

struct node tail = {.key = 9}, head = {.key = 1};

void* mark(void* arg) {
  uintptr_t next = atomic_load(&head.next);
  if (atomic_compare_exchange_strong(&head.next, &next, next | 1)) return (void*)1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  void *first, *second;
  atomic_store(&head.next, (uintptr_t)&tail);
  pthread_create(&a, NULL, mark, NULL);
  pthread_create(&b, NULL, mark, NULL);
  pthread_join(a, &first);
  pthread_join(b, &second);
  uintptr_t next = atomic_load(&head.next);
  assert((next & 1) == 1 && ((struct node*)(next & ~(uintptr_t)1))->key == 9);
  assert(first != NULL || second != NULL);
}
