// N threads set a flag of their own, read all flags, and count in an atomic section.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

atomic_int flag[N];
int count;

void* work(void* argument) {
  const int me = (int)(long)argument;
  atomic_store(&flag[me], 1);
  for (int i = 0; i < N; ++i) atomic_load(&flag[i]);
  __VERIFIER_atomic_begin();
  ++count;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; ++i) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  assert(count == N);
}
