// A hazard pointer is set again until what it protects is still there; the other thread polls until
// no hazard pointer has the old node before it frees it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic top;
static int *_Atomic hazard;

static void *reads(void *argument) {
  int *p;
  do {
    p = atomic_load(&top);
    atomic_store(&hazard, p);
  } while (p != atomic_load(&top));
  assert(*p == 1 || *p == 2);
  atomic_store(&hazard, 0);
  return argument;
}

int main(void) {
  int *old = malloc(sizeof *old), *new = malloc(sizeof *new);
  *old = 1;
  *new = 2;
  atomic_store(&top, old);
  pthread_t t;
  pthread_create(&t, 0, reads, 0);
  atomic_exchange(&top, new);
  while (atomic_load(&hazard) == old) {
  }
  free(old);
  pthread_join(t, 0);
  free(new);
}
