// A cohort lock of ticket locks: the global lock is passed on within a group.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define L(v) atomic_load(v)
#define LR(v) atomic_load_explicit(v, memory_order_acquire)
#define SR(v, x) atomic_store_explicit(v, x, memory_order_release)

struct ticket {
  atomic_uint next, now;
};
static struct ticket global, local[2];
static int owned[2], passes[2];
static int count;
static void take(struct ticket* t) {
  unsigned me = atomic_fetch_add(&t->next, 1);
  while (LR(&t->now) != me) {
  }
}
static void leave(struct ticket* t) { SR(&t->now, L(&t->now) + 1); }
static int alone(struct ticket* t) { return L(&t->next) == L(&t->now) + 1; }
static void enter(int n) {
  take(&local[n]);
  if (!owned[n]) take(&global);
  owned[n] = 1;
}
static void quit(int n) {
  if (alone(&local[n]) || ++passes[n] > 1) {
    passes[n] = owned[n] = 0;
    leave(&global);
  }
  leave(&local[n]);
}
static void* w(void* a) {
  int n = (long)a;
  enter(n);
  ++count;
  quit(n);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, w, (void*)(i & 1));
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(count == 3);
}
