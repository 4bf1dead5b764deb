// A destructor of thread-specific data sets another key, whose destructor runs in the next round and wakes main.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t first, second;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
int value;

static void end_second(void *p) {
  pthread_mutex_lock(&mutex);
  value = *(int *)p;
  pthread_cond_signal(&ended);
  pthread_mutex_unlock(&mutex);
  free(p);
}

static void end_first(void *p) {
  assert(pthread_getspecific(first) == NULL);
  pthread_setspecific(second, p);
}

static void *worker(void *argument) {
  int *p = malloc(sizeof *p);
  *p = 5;
  pthread_setspecific(first, p);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&second, end_second);
  pthread_key_create(&first, end_first);
  pthread_create(&t, NULL, worker, NULL);
  pthread_detach(t);
  pthread_mutex_lock(&mutex);
  while (value == 0) pthread_cond_wait(&ended, &mutex);
  pthread_mutex_unlock(&mutex);
  assert(value == 5);
}
