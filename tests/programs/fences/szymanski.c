// fences: tso safety 2
// Szymanski's algorithm for two threads that run the same code.
#include <assert.h>
#include <pthread.h>

volatile int flag[2];
int inside;

static int in_waiting_room(int f) { return f == 2 || f == 3; }

void *guest(void *argument) {
  const int me = (int)(long)argument;
  const int other = 1 - me;
  flag[me] = 1;
  while (flag[other] >= 3) {
  }
  flag[me] = 3;
  if (flag[other] == 1) {
    flag[me] = 2;
    while (flag[other] != 4) {
    }
  }
  flag[me] = 4;
  if (me == 1)
    while (flag[other] >= 2) {
    }
  inside++;
  assert(inside == 1);
  inside--;
  if (me == 0)
    while (in_waiting_room(flag[other])) {
    }
  flag[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, guest, (void *)0);
  pthread_create(&b, 0, guest, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
