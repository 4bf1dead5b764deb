// Atomic doubles: compound assignment is a loop of compare-and-swaps, and loses nothing.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic double d = 0.5;
_Atomic float f = 1;

void* add(void* p) {
  d += 0.25;
  f *= 2;
  return p;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  d += 0.25;
  f *= 3;
  pthread_join(a, 0);
  assert(d == 1.0 && f == 6);
}
