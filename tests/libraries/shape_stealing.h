// A producer puts two values, two consumers take: no value is taken twice.
#include <assert.h>
#include <pthread.h>

static int taken[3];

static void* consumer(void* unused) {
  int v = 0;
  if (GET(&v)) __atomic_fetch_add(&taken[v], 1, __ATOMIC_RELAXED);
  return unused;
}

int main(void) {
  pthread_t a, b;
#ifdef SETUP
  SETUP();
#endif
  assert(PUT(1));
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, consumer, 0);
  assert(PUT(2));
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (int v = 0; GET(&v);) ++taken[v];
  assert(taken[1] == 1 && taken[2] == 1);
  return 0;
}
