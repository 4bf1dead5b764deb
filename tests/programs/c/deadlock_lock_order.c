// Two mutexes taken in opposite order: each thread may end up with one of them.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

void* forward(void* arg) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return arg;
}

void* backward(void* arg) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forward, NULL);
  pthread_create(&b, NULL, backward, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
