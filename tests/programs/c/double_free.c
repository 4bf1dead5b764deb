// Two threads free the same object: the check and the free are not one step.
// overtake: model=sc,tso,pso verdict=error kind=double-free line=12
#include <pthread.h>
#include <stdlib.h>

int* p;

void* release(void* arg) {
  int* mine = p;
  if (mine != NULL) {
    p = NULL;
    free(mine);  // fails
  }
  return arg;
}

int main(void) {
  p = malloc(sizeof *p);
  pthread_t a, b;
  pthread_create(&a, NULL, release, NULL);
  pthread_create(&b, NULL, release, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
