// Atomic increments in three threads: one execution for each order.
// overtake: model=sc,tso,pso verdict=safe executions=6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 3 };
atomic_int counter;

void* count(void* arg) {
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, count, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(counter == N);
}
