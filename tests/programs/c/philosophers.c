// Three dining philosophers who all take the left fork first.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>
#include <stdint.h>

enum { N = 3 };
pthread_mutex_t fork_of[N];

void* dine(void* arg) {
  const int me = (int)(intptr_t)arg;
  pthread_mutex_lock(&fork_of[me]);
  pthread_mutex_lock(&fork_of[(me + 1) % N]);
  pthread_mutex_unlock(&fork_of[(me + 1) % N]);
  pthread_mutex_unlock(&fork_of[me]);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_of[i], NULL);
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, (void*)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
}
