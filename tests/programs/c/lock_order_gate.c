// Opposite lock orders behind a common gate cannot deadlock.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

void* forward(void* arg) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&gate);
  return arg;
}

void* backward(void* arg) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&gate);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forward, NULL);
  pthread_create(&b, NULL, backward, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
