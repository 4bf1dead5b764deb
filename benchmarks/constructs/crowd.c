// N threads meet in pairs at a barrier of two.
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t pair;
atomic_int word[N];

void* work(void* argument) {
  const long me = (long)argument;
  atomic_store(&word[me], 1);
  pthread_barrier_wait(&pair);
  atomic_load(&word[(me + 1) % N]);
  return 0;
}

int main(void) {
  pthread_barrier_init(&pair, 0, 2);
  pthread_t threads[N];
  for (long i = 0; i < N; ++i) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
}
