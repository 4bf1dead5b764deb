// A toy driver: N requests count themselves in while another thread stops the device and waits
// until none is pending. Right under every model; -DNO_FENCE is right under SC only.
#include "threads.h"
#ifndef N
#define N 2
#endif

#ifdef NO_FENCE
#define raise(x) store(x, 1)
#else
#define raise(x) set(x, 1)
#endif

atomic_int active[N], stopping, stopped;

void* request(void* argument) {
  int i = number(argument);
  raise(active[i]);
  if (!load(stopping)) assert(!load(stopped));
  publish(active[i], 0);
  return NULL;
}

void* stop(void* unused) {
  (void)unused;
  raise(stopping);
  for (int i = 0; i < N; i++) await(!load(active[i]));
  store(stopped, 1);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(request, i);
  start(stop, N);
}
