// Destructors of thread-specific data run with the value, and again for values they set; the
// joiner sees all.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t k1, k2;
int freed, rounds;
void d1(void* v) {
  free(v);
  freed++;
}

void d2(void* v) {
  assert(pthread_getspecific(k2) == 0);
  rounds++;
  if ((long)v > 1) pthread_setspecific(k2, (void*)((long)v - 1));
}

void* run(void* a) {
  assert(pthread_getspecific(k1) == 0);
  pthread_setspecific(k1, malloc(4));
  pthread_setspecific(k2, (void*)3);
  pthread_exit(a);
}

int main(void) {
  pthread_t t;
  void* r;
  pthread_key_create(&k1, d1);
  pthread_key_create(&k2, d2);
  pthread_create(&t, 0, run, &freed);
  pthread_join(t, &r);
  assert(r == &freed && freed == 1 && rounds == 3);
  assert(pthread_getspecific(k1) == 0);
}
