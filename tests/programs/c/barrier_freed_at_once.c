// Whoever leaves a barrier first may destroy it, give its memory back, and make a new one, while the others are about to
// leave.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t* b;
pthread_barrier_t again, gate;
int serial;

void* worker(void* arg) {
  if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy(b);
    free(b);
  }
  if (pthread_barrier_wait(&again) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy(&again);
    pthread_barrier_init(&again, NULL, 2);
    ++serial;
  }
  pthread_barrier_wait(&gate);
  pthread_barrier_wait(&again);
  return arg;
}

int main(void) {
  b = malloc(sizeof *b);
  pthread_barrier_init(b, NULL, 2);
  pthread_barrier_init(&again, NULL, 2);
  pthread_barrier_init(&gate, NULL, 2);
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], NULL);
  assert(serial == 1);
}
