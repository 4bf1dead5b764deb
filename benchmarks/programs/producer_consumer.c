// N producers and one consumer of N items with a condition variable. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
atomic_int items;

void* produce(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  store(items, load(items) + 1);
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&m);
  return NULL;
}

void* consume(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&m);
    while (load(items) == 0) pthread_cond_wait(&filled, &m);
    store(items, load(items) - 1);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  start(consume, 0);
  for (int i = 0; i < N; i++) start(produce, i);
}
