// N stores and N loads in each of two threads, of single bits: how formulas grow with the number of
// visible operations and nothing else.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 4
#endif

volatile int x, y;

void* left(void* unused) {
  (void)unused;
  int seen = 0;
  for (int k = 0; k < N; k++) {
    x = k & 1;
    seen |= y;
  }
  assert(seen <= 1);
  return 0;
}

void* right(void* unused) {
  (void)unused;
  int seen = 0;
  for (int k = 0; k < N; k++) {
    y = k & 1;
    seen |= x;
  }
  assert(seen == 0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
}
