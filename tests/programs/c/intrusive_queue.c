// Vyukov's queue of many producers and one consumer, who waits for a producer between its exchange
// and its link.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  _Atomic(struct node*) next;
  int value;
};
struct queue {
  _Atomic(struct node*) head;
  struct node* tail;
  struct node stub;
} q;
static void init(struct queue* q) {
  atomic_init(&q->stub.next, NULL);
  atomic_init(&q->head, &q->stub);
  q->tail = &q->stub;
}
static void push(struct queue* q, struct node* n) {
  atomic_store_explicit(&n->next, NULL, memory_order_relaxed);
  struct node* prev = atomic_exchange_explicit(&q->head, n, memory_order_acq_rel);
  atomic_store_explicit(&prev->next, n, memory_order_release);
}
static struct node* pop(struct queue* q) {
  struct node* tail = q->tail;
  struct node* next = atomic_load_explicit(&tail->next, memory_order_acquire);
  if (tail == &q->stub) {
    if (!next) return NULL;
    q->tail = next;
    tail = next;
    next = atomic_load_explicit(&next->next, memory_order_acquire);
  }
  if (next) {
    q->tail = next;
    return tail;
  }
  struct node* head = atomic_load_explicit(&q->head, memory_order_acquire);
  if (tail != head) return NULL;
  push(q, &q->stub);
  next = atomic_load_explicit(&tail->next, memory_order_acquire);
  if (next) {
    q->tail = next;
    return tail;
  }
  return NULL;
}
static void* producer(void* p) {
  long id = (long)p;
  for (int i = 0; i < 2; i++) {
    struct node* n = malloc(sizeof *n);
    n->value = id * 10 + i;
    push(&q, n);
  }
  return NULL;
}
int main(void) {
  pthread_t t[2];
  init(&q);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, producer, (void*)i);
  int last[2] = {-1, -1}, got = 0;
  while (got < 4) {
    struct node* n = pop(&q);
    if (!n) continue;
    int id = n->value / 10, i = n->value % 10;
    assert(i > last[id]);
    last[id] = i;
    got++;
    free(n);
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
