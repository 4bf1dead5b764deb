// Two locks in opposite order, with back-off, which does not help.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void lock(atomic_int *l) {
  for (int delay = 1; atomic_exchange(l, 1);) {
    for (int i = 0; i < delay; ++i) __asm__ volatile("pause");
    if (delay < 1024) delay <<= 1;
  }
}

void *works(void *argument) {
  lock(&b);
  lock(&a);
  atomic_store(&a, 0);
  atomic_store(&b, 0);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, works, 0);
  lock(&a);
  lock(&b);
  atomic_store(&b, 0);
  atomic_store(&a, 0);
  pthread_join(t, 0);
}
