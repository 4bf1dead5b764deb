// A toy driver: a count of pending requests that starts at one; who drops the last one signals that
// the device may stop. N: requests. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

atomic_int pending = 1, stopping, event, stopped;

static void leave(void) {
  if (fetch_add(pending, -1) == 1) set(event, 1);
}

void* request(void* unused) {
  (void)unused;
  int now = load(pending);
  do {
    if (now == 0) return NULL;
  } while (!cas(pending, now, now + 1));
  if (!load(stopping)) assert(!load(stopped));
  leave();
  return NULL;
}

void* stop(void* unused) {
  (void)unused;
  set(stopping, 1);
  leave();
  await(load(event));
  store(stopped, 1);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(request, i);
  start(stop, N);
}
