// The remedy: everybody takes the fork with the smaller number first.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdint.h>

enum { N = 3 };
pthread_mutex_t fork_of[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                              PTHREAD_MUTEX_INITIALIZER};

void* dine(void* arg) {
  const int left = (int)(intptr_t)arg, right = (left + 1) % N;
  const int first = left < right ? left : right, second = left < right ? right : left;
  pthread_mutex_lock(&fork_of[first]);
  pthread_mutex_lock(&fork_of[second]);
  pthread_mutex_unlock(&fork_of[second]);
  pthread_mutex_unlock(&fork_of[first]);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, (void*)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
}
