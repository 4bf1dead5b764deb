// A thread that waits in a call that the runtime does not know: the lock of a stream.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile int inside;

static void *prints(void *argument) {
  inside = 1;
  fputs("after\n", stdout);
  return argument;
}

int main(void) {
  pthread_t t;
  flockfile(stdout);
  pthread_create(&t, 0, prints, 0);
  while (!inside) {
  }
  for (int i = 0; i < 1000; ++i) inside = i;
  fputs("before\n", stdout);
  funlockfile(stdout);
  pthread_join(t, 0);
  return 0;
}
