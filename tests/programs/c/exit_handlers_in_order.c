// exit from a thread runs the handlers, the last registered first.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int step;

void last(void) { assert(step == 2); }

void middle(void) {
  assert(step == 1);
  step = 2;
}

void first(void) { step = 1; }

void* leave(void* arg) {
  exit(3);
  return arg;
}

int main(void) {
  atexit(last);
  atexit(middle);
  atexit(first);
  pthread_t t;
  pthread_create(&t, NULL, leave, NULL);
  pthread_join(t, NULL);
}
