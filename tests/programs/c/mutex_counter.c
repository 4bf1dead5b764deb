// Three threads count under a mutex: one execution for each order in which they get the lock.
// overtake: model=sc,tso,pso verdict=safe executions=6
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

void* count(void* arg) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, count, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(counter == N);
}
