// A mutex that another thread may hold must not be initialized again; one that is free may, and so may memory that held
// something else before.
// overtake: model=sc,tso,pso verdict=error kind=lock-misuse line=29
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void* worker(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  long* memory = malloc(sizeof(pthread_mutex_t));
  memory[0] = 1;
  pthread_mutex_init((pthread_mutex_t*)memory, NULL);
  memory[0] = -1;
  pthread_mutex_init((pthread_mutex_t*)memory, NULL);
  free(memory);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_init(&m, NULL);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  // Between its lock and its unlock:
  pthread_mutex_init(&m, NULL);
  pthread_join(t, NULL);
}
