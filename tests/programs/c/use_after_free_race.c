// A write that races with a free. Both orders read the same values, yet one of them is an error.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=9
#include <pthread.h>
#include <stdlib.h>

int* p;

void* write_it(void* arg) {
  *p = 1;  // fails
  return arg;
}

void* free_it(void* arg) {
  free(p);
  return arg;
}

int main(void) {
  p = malloc(sizeof *p);
  pthread_t a, b;
  pthread_create(&a, NULL, write_it, NULL);
  pthread_create(&b, NULL, free_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
