// Treiber's stack: two threads push, main pops what is there afterwards. Pushing by compare-exchange
// publishes the node, since a read-modify-write drains the buffers.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node* next;
};

_Atomic(struct node*) top;

void* push(void* arg) {
  struct node* n = malloc(sizeof *n);
  n->value = (int)(long)arg;
  n->next = atomic_load_explicit(&top, memory_order_relaxed);
  for (int i = 0; i < 2; i++)
    if (atomic_compare_exchange_strong(&top, &n->next, n)) return NULL;
  assert(!"a push fails only when another one succeeds");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, (void*)1);
  pthread_create(&b, NULL, push, (void*)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int sum = 0;
  for (struct node* n = atomic_load(&top); n != NULL;) {
    struct node* next = n->next;
    sum += n->value;
    free(n);
    n = next;
  }
  assert(sum == 3);
}
