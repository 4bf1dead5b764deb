// More threads than the barrier's count: which of them leave it together is open.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static volatile int came[4];

static void* work(void* arg) {
  const int me = (int)(long)arg;
  came[me] = 1;
  pthread_barrier_wait(&barrier);
  assert(came[me ^ 1]);
  return NULL;
}

int main(void) {
  pthread_t t[4];
  pthread_barrier_init(&barrier, NULL, 2);
  for (long i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, (void*)i);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
}
