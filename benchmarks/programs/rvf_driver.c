// A toy driver: N requests find the device ready or make it ready, and use it, until it is
// unplugged. They all do the same, so that it does not matter who did it. Right under every model.
#include "threads.h"
#ifndef N
#define N 3
#endif

enum { OFF, READY };
atomic_int state, unplugged, served;

void* request(void* unused) {
  (void)unused;
  if (load(unplugged)) return NULL;
  if (load(state) == OFF) store(state, READY);
  assert(load(state) == READY);
  store(served, 1);
  return NULL;
}

void* unplug(void* unused) {
  (void)unused;
  store(unplugged, 1);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(request, i);
  start(unplug, N);
}
