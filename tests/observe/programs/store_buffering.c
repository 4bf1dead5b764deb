// Store buffering: each thread misses the other's store, on x86 as well.
#include <pthread.h>

int x, y, r1, r2;

static void *left(void *argument) {
  x = 1;
  r1 = y;
  return argument;
}

static void *right(void *argument) {
  y = 1;
  r2 = x;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
