// fences: tso safety 2
// Dekker's algorithm, each thread entering once.
#include <assert.h>
#include <pthread.h>

volatile int flag0, flag1, turn;
int inside;

void *left(void *argument) {
  flag0 = 1;
  while (flag1) {
    if (turn != 0) {
      flag0 = 0;
      while (turn != 0) {
      }
      flag0 = 1;
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 1;
  flag0 = 0;
  return argument;
}

void *right(void *argument) {
  flag1 = 1;
  while (flag0) {
    if (turn != 1) {
      flag1 = 0;
      while (turn != 1) {
      }
      flag1 = 1;
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 0;
  flag1 = 0;
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
