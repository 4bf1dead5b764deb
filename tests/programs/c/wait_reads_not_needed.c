// A loop whose reads matter only in that they are what it waits for: states in which it has read
// something else are not the same.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y, z;
static _Atomic(int*) p;
static int seen;

static void* waits(void* argument) {
  int last = 0, found = 0, rounds = 0;
  do {
    int now = atomic_load_explicit(&z, memory_order_acquire);
    if (now == 0) {
      if (atomic_load_explicit(&y, memory_order_acquire)) found = 1;
    } else {
      last = now;
    }
    int* object = malloc(sizeof *object);
    *object = atomic_load_explicit(&x, memory_order_relaxed);
    last = *object;
    free(object);
    if (y) found = 1;
  } while (!(rounds >= 2));
  (void)last, (void)found;
  return argument;
}

static void* writes(void* argument) {
  if (atomic_load(&p)) seen += 32;
  atomic_fetch_add(&x, 3);
  y = 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waits, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
