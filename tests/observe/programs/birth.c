// Under PSO the child can miss x, though its parent has seen y, which was stored after it.
#include <pthread.h>

volatile int x, y;
int r;

static void *writer(void *argument) {
  x = 1;
  y = 1;
  return argument;
}

static void *child(void *argument) {
  r = x;
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  const int seen = y;
  pthread_create(&u, 0, child, 0);
  pthread_join(u, 0);
  pthread_join(t, 0);
  return seen & 0;
}
