// N philosophers who take the lower fork first. Right under every model.
#include "threads.h"
#ifndef N
#define N 3
#endif

pthread_mutex_t fork[N];
atomic_int user[N];

void* eat(void* argument) {
  int i = number(argument), j = (i + 1) % N;
  int low = i < j ? i : j, high = i < j ? j : i;
  pthread_mutex_lock(&fork[low]);
  pthread_mutex_lock(&fork[high]);
  store(user[low], i);
  store(user[high], i);
  assert(load(user[low]) == i && load(user[high]) == i);
  pthread_mutex_unlock(&fork[high]);
  pthread_mutex_unlock(&fork[low]);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork[i], NULL);
  for (int i = 0; i < N; i++) start(eat, i);
}
