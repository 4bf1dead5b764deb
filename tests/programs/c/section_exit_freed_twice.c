// A section frees what another thread may have freed, and then calls exit.
// overtake: model=sc,tso,pso verdict=error kind=double-free line=13
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

int *object, never;

void* first(void* arg) {
  __VERIFIER_atomic_begin(); free(object); exit(never); __VERIFIER_atomic_end();
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
