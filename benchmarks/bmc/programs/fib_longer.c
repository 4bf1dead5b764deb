// Two threads add up Fibonacci numbers, N times each; main looks whether a sum reaches the largest
// possible one (UNSAFE: it can) or exceeds it (it cannot).
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 6
#endif

volatile int i = 1, j = 1;

void* add_to_i(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++) i += j;
  return 0;
}

void* add_to_j(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++) j += i;
  return 0;
}

// The (2N+2)th Fibonacci number.
static int most(void) {
  int last = 1, largest = 1;
  for (int k = 0; k < 2 * N; k++) {
    int next = last + largest;
    last = largest;
    largest = next;
  }
  return largest;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add_to_i, 0);
  pthread_create(&b, 0, add_to_j, 0);
#ifdef UNSAFE
  assert(i < most() && j < most());
#else
  assert(i <= most() && j <= most());
#endif
}
