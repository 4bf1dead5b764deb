// The serial thread frees what another thread still looks at: that is seen only if it is not the
// one that looks.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=14
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t barrier;
int* shared;

void* first(void* argument) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    free(shared);
  else
    *shared = 1;
  return argument;
}

void* second(void* argument) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) free(shared);
  return argument;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
