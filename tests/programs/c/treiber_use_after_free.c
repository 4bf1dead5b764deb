// A stack from which two threads pop and free: the second reads the next pointer of a node that the
// first has freed. The reason why such stacks need hazard pointers.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=17
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node* next;
};

_Atomic(struct node*) top;

void* pop(void* arg) {
  struct node* n = atomic_load(&top);
  if (n == NULL) return arg;
  struct node* next = n->next;  // fails
  if (atomic_compare_exchange_strong(&top, &n, next)) free(n);
  return arg;
}

int main(void) {
  struct node* n = malloc(sizeof *n);
  n->next = NULL;
  atomic_store(&top, n);
  pthread_t a, b;
  pthread_create(&a, NULL, pop, NULL);
  pthread_create(&b, NULL, pop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
