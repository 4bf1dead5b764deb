// A thread that waits for a flag which is set only if it is lucky.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>

volatile int go, luck;

void* waiter(void* arg) {
  luck = 1;
  while (!go) {
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  if (luck) go = 1;
  pthread_join(t, NULL);
}
