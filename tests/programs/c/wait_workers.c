// Each worker waits for a flag of its own: one execution, not one for each set of workers that are late.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { N = 5 };
atomic_int go[N];
int work[N];

void *works(void *argument) {
  const intptr_t i = (intptr_t)argument;
  while (!atomic_load(&go[i])) {
  }
  assert(work[i] == (int)i);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (intptr_t i = 0; i < N; ++i) pthread_create(&t[i], 0, works, (void *)i);
  for (int i = 0; i < N; ++i) {
    work[i] = i;
    atomic_store(&go[i], 1);
  }
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
}
