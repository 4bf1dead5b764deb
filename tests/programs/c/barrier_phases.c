// A barrier between two phases: everybody sees what everybody wrote before it. The order of
// arrivals makes no difference to anyone, so there is one execution.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { N = 3 };
pthread_barrier_t barrier;
int part[N];

void* work(void* arg) {
  const int me = (int)(intptr_t)arg;
  part[me] = me + 1;
  pthread_barrier_wait(&barrier);
  assert(part[(me + 1) % N] == (me + 1) % N + 1);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void*)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  pthread_barrier_destroy(&barrier);
}
