// A barrier for three at which only two arrive.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_barrier_t barrier;

void* work(void* arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
