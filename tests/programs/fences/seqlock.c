// fences: pso safety 2, pso robustness 3
// A sequence lock. TSO leaves it intact, PSO does not.
#include <assert.h>
#include <pthread.h>

volatile unsigned sequence;
volatile int first, second;

void *writer(void *argument) {
  sequence = 1;
  first = 7;
  second = 7;
  sequence = 2;
  return argument;
}

void *reader(void *argument) {
  for (int n = 0; n < 2; n++) {
    const unsigned before = sequence;
    const int a = first;
    const int b = second;
    const unsigned after = sequence;
    if (before == after && before % 2 == 0) assert(a == b);
  }
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
