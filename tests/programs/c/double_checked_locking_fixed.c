// Double-checked locking with a release store and an acquire load.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int value;
};

_Atomic(struct config*) instance;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

struct config* get(void) {
  struct config* c = atomic_load_explicit(&instance, memory_order_acquire);
  if (c != NULL) return c;
  pthread_mutex_lock(&m);
  c = atomic_load_explicit(&instance, memory_order_relaxed);
  if (c == NULL) {
    c = malloc(sizeof *c);
    c->value = 3;
    atomic_store_explicit(&instance, c, memory_order_release);
  }
  pthread_mutex_unlock(&m);
  return c;
}

void* user(void* arg) {
  assert(get()->value == 3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
