// Readers announce quiescent states; the writer frees what it has replaced when each reader has
// had one since, or is offline.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#define READERS 2
struct config {
  int a, b;
};
_Atomic(struct config*) current;
_Atomic unsigned long epoch = 1;
_Atomic unsigned long seen[READERS];
#ifdef UNORDERED
#define ANNOUNCE memory_order_release
#else
#define ANNOUNCE memory_order_seq_cst
#endif
static void quiescent(int i) { atomic_store_explicit(&seen[i], atomic_load(&epoch), ANNOUNCE); }
static void offline(int i) { atomic_store_explicit(&seen[i], 0, memory_order_release); }
static void synchronize(void) {
  unsigned long e = atomic_fetch_add(&epoch, 1) + 1;
  for (int i = 0; i < READERS; i++)
    for (;;) {
      unsigned long s = atomic_load_explicit(&seen[i], memory_order_acquire);
      if (s == 0 || s >= e) break;
      sched_yield();
    }
  atomic_thread_fence(memory_order_seq_cst);
}
static void* reader(void* arg) {
  int i = (int)(long)arg;
  quiescent(i);
  for (int k = 0; k < 2; k++) {
    struct config* c = atomic_load_explicit(&current, memory_order_acquire);
    assert(c->a == c->b);
    quiescent(i);
  }
  offline(i);
  return NULL;
}
int main(void) {
  struct config* c = malloc(sizeof *c);
  c->a = c->b = 0;
  atomic_init(&current, c);
  pthread_t t[READERS];
  for (long i = 0; i < READERS; i++) pthread_create(&t[i], NULL, reader, (void*)i);
  struct config* n = malloc(sizeof *n);
  n->a = n->b = 1;
  struct config* old = atomic_exchange(&current, n);
  synchronize();
  old->a = -1;
  free(old);
  for (int i = 0; i < READERS; i++) pthread_join(t[i], NULL);
  free(n);
}
