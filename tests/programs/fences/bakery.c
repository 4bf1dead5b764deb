// fences: tso safety 2
// Lamport's bakery for two threads that run the same code: a fence serves both.
#include <assert.h>
#include <pthread.h>

volatile int choosing[2], number[2];
int inside;

void *customer(void *argument) {
  const int me = (int)(long)argument;
  const int other = 1 - me;
  choosing[me] = 1;
  number[me] = number[other] + 1;
  choosing[me] = 0;
  while (choosing[other]) {
  }
  while (number[other] != 0 &&
         (number[other] < number[me] || (number[other] == number[me] && other < me))) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  number[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, customer, (void *)0);
  pthread_create(&b, 0, customer, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
