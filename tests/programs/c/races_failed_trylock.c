// A trylock that fails orders nothing: what the holder of the lock wrote before is raced for.
// overtake: model=sc,tso,pso verdict=error kind=race
// overtake: args=--check races
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int value;

static void *writer(void *argument) {
  value = 1;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, writer, NULL);
  if (pthread_mutex_trylock(&mutex) != 0)
    seen = value;
  else
    pthread_mutex_unlock(&mutex);
  pthread_join(t, NULL);
  return seen > 1;
}
