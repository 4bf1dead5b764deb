// Robust under TSO: the second thread reads flag until it is set, and so sees x.
#include <pthread.h>

volatile int x, flag, z;
int seen, r;

static void *writer(void *argument) {
  x = 1;
  flag = 1;
  r = z;
  return argument;
}

static void *reader(void *argument) {
  while (!flag) {
  }
  z = 1;
  seen = x;
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, reader, 0);
  pthread_create(&u, 0, writer, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
