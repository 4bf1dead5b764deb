// fences: tso safety 2
// Burns' one-bit algorithm for two threads.
#include <assert.h>
#include <pthread.h>

volatile int flag0, flag1;
int inside;

void *first(void *argument) {
  flag0 = 1;
  while (flag1) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  flag0 = 0;
  return argument;
}

void *second(void *argument) {
  for (;;) {
    flag1 = 0;
    while (flag0) {
    }
    flag1 = 1;
    if (!flag0) break;
  }
  inside++;
  assert(inside == 1);
  inside--;
  flag1 = 0;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
