// Szymanski's algorithm for two threads, without fences: right under SC, wrong with store buffers.
#include <assert.h>
#include <pthread.h>

volatile int state0, state1;  // 0 outside, 1 wants, 2 waits for others, 3 in the doorway, 4 inside
volatile int inside;

void* first(void* unused) {
  (void)unused;
  state0 = 1;
  while (state1 >= 3) {
  }
  state0 = 3;
  if (state1 == 1) {
    state0 = 2;
    while (state1 != 4) {
    }
  }
  state0 = 4;
  inside = 0;
  assert(inside == 0);
  while (state1 == 2 || state1 == 3) {
  }
  state0 = 0;
  return 0;
}

void* second(void* unused) {
  (void)unused;
  state1 = 1;
  while (state0 >= 3) {
  }
  state1 = 3;
  if (state0 == 1) {
    state1 = 2;
    while (state0 != 4) {
    }
  }
  state1 = 4;
  while (state0 >= 2) {
  }
  inside = 1;
  assert(inside == 1);
  state1 = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
