// Freeing what an atomic exchange took out of the shared place: exactly one thread gets it.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int*) p;

void* release(void* arg) {
  free(atomic_exchange(&p, NULL));
  return arg;
}

int main(void) {
  atomic_store(&p, malloc(sizeof(int)));
  pthread_t a, b;
  pthread_create(&a, NULL, release, NULL);
  pthread_create(&b, NULL, release, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
