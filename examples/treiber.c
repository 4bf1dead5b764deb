// Treiber's lock-free stack, with the bug that everybody makes once: a thread that pops frees the node
// while another one, which read the same top a moment ago, is about to follow its next pointer.
//
//     overtake check examples/treiber.c --model sc     use of freed memory
//
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=29
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node* next;
};

_Atomic(struct node*) top;

void push(int value) {
  struct node* n = malloc(sizeof *n);
  n->value = value;
  n->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &n->next, n)) {
  }
}

int pop(void) {
  struct node* n = atomic_load(&top);
  while (n != NULL) {
    struct node* next = n->next;  // fails
    if (atomic_compare_exchange_weak(&top, &n, next)) {
      int value = n->value;
      free(n);
      return value;
    }
  }
  return -1;
}

void* consumer(void* unused) {
  pop();
  return unused;
}

int main(void) {
  push(1);
  pthread_t a, b;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
