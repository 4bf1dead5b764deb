// A seqlock: N writes of a pair by one thread, one reader who tries again. Right under every
// model.
#include "threads.h"
#ifndef N
#define N 2
#endif

atomic_int sequence, left, right;

void* write(void* unused) {
  (void)unused;
  for (int k = 1; k <= N; k++) {
    store(sequence, 2 * k - 1);
    atomic_thread_fence(memory_order_release);
    store(left, k);
    store(right, k);
    publish(sequence, 2 * k);
  }
  return NULL;
}

void* read(void* unused) {
  (void)unused;
  int before, a, b;
  do {
    before = load(sequence);
    a = load(left);
    b = load(right);
  } while (before % 2 || load(sequence) != before);
  assert(a == b && 2 * a == before);
  return NULL;
}

int main(void) {
  start(write, 0);
  start(read, 1);
}
