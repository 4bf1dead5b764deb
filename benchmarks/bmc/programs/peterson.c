// Peterson's algorithm for two threads, without fences: right under SC, wrong with store buffers.
#include <assert.h>
#include <pthread.h>

volatile int wants0, wants1, turn;
volatile int inside;

void* first(void* unused) {
  (void)unused;
  wants0 = 1;
  turn = 1;
  while (wants1 && turn == 1) {
  }
  inside = 0;
  assert(inside == 0);
  wants0 = 0;
  return 0;
}

void* second(void* unused) {
  (void)unused;
  wants1 = 1;
  turn = 0;
  while (wants0 && turn == 0) {
  }
  inside = 1;
  assert(inside == 1);
  wants1 = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
