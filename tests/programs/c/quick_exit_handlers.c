// Quick_exit runs the handlers of at_quick_exit only, last first.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int order;
void never(void) { assert(0); }
void first(void) { assert(order == 1); }
void second(void) {
  assert(order == 0);
  order = 1;
}

void* run(void* a) {
  quick_exit(0);
  assert(0);
  return a;
}

int main(void) {
  pthread_t t;
  atexit(never);
  at_quick_exit(first);
  at_quick_exit(second);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(0);
}
