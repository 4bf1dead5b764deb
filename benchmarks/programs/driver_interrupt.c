// A toy driver: N interrupts fill a buffer that a thread empties, with the flag of the device under
// a spin lock. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

pthread_spinlock_t device;
atomic_int ready, bytes, received;

void* interrupt(void* unused) {
  (void)unused;
  pthread_spin_lock(&device);
  store(bytes, load(bytes) + 1);
  store(ready, 1);
  pthread_spin_unlock(&device);
  return NULL;
}

void* drain(void* unused) {
  (void)unused;
  pthread_spin_lock(&device);
  if (load(ready)) {
    assert(load(bytes) > 0);
    store(received, load(received) + load(bytes));
    store(bytes, 0);
    store(ready, 0);
  }
  pthread_spin_unlock(&device);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_spin_init(&device, 0);
  for (int i = 0; i < N; i++) threads[i] = start(interrupt, i);
  threads[N] = start(drain, N);
  for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
  assert(load(received) + load(bytes) == N);
}
