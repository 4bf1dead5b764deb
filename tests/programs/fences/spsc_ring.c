// fences: pso safety 1, pso robustness 3
// A ring buffer with one producer and one consumer. TSO leaves it intact, PSO does not.
#include <assert.h>
#include <pthread.h>

enum { kSize = 2 };
volatile int ring[kSize];
volatile unsigned head, tail;

void *producer(void *argument) {
  for (int n = 1; n <= 3; n++) {
    while (tail - head == kSize) {
    }
    ring[tail % kSize] = n;
    tail = tail + 1;
  }
  return argument;
}

void *consumer(void *argument) {
  for (int n = 1; n <= 3; n++) {
    while (tail == head) {
    }
    const int got = ring[head % kSize];
    assert(got == n);
    head = head + 1;
  }
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
