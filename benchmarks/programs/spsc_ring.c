// A ring of two slots between one producer and one consumer of N items. Right under every model.
#include "threads.h"
#ifndef N
#define N 3
#endif

atomic_int head, tail, slots[2];

void* produce(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    await(k - load(head) < 2);
    store(slots[k % 2], k + 1);
    publish(tail, k + 1);
  }
  return NULL;
}

void* consume(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    await(load(tail) > k);
    assert(load(slots[k % 2]) == k + 1);
    publish(head, k + 1);
  }
  return NULL;
}

int main(void) {
  start(produce, 0);
  start(consume, 1);
}
