// A section uses what another thread may have freed, and then assumes something false: the run up to there is one.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=13
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

int *object, never;

void* first(void* arg) {
  __VERIFIER_atomic_begin(); *object = 1; __VERIFIER_assume(never); __VERIFIER_atomic_end();
  return arg;
}

void* second(void* arg) { free(object); return arg; }

int main(void) {
  object = malloc(sizeof *object);
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
