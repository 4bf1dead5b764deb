// Three threads, two rounds each, at a barrier for two: two threads may use up their rounds together.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_barrier_t barrier;

void* rounds(void* arg) {
  for (int i = 0; i < 2; i++) pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, rounds, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
}
