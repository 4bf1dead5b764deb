// Reference counting: who drops the last reference frees the object, and only that thread.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

void* use_and_drop(void* arg) {
  struct object* o = arg;
  assert(o->value == 8);
  if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_acq_rel) == 1) free(o);
  return NULL;
}

int main(void) {
  struct object* o = malloc(sizeof *o);
  atomic_init(&o->references, 2);
  o->value = 8;
  pthread_t a, b;
  pthread_create(&a, NULL, use_and_drop, o);
  pthread_create(&b, NULL, use_and_drop, o);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
