// Threads that look at a flag which changes while they are started: the first reads one of four stores, the second
// one of three, the third one of two; the two that add are ordered where both do: 4*3*2 classes and 2 more.
// overtake: model=sc,tso,pso verdict=safe executions=26
#include <assert.h>
#include <pthread.h>

int go, x;

void* adds(void* arg) {
  if (__atomic_load_n(&go, __ATOMIC_SEQ_CST)) __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&t[i], NULL, adds, NULL);
    __atomic_store_n(&go, i == 0, __ATOMIC_SEQ_CST);
  }
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(x != 3);
}
