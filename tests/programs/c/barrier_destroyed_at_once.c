// The thread that is told to be the serial one may destroy the barrier at once, while the others are
// still on their way out.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>

pthread_barrier_t barrier;

void* work(void* arg) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    pthread_barrier_destroy(&barrier);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
