// The same, but the free comes after the writer has ended: no error, and one execution.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <pthread.h>
#include <stdlib.h>

int* p;

void* write_it(void* arg) {
  *p = 1;
  return arg;
}

int main(void) {
  p = malloc(sizeof *p);
  pthread_t a;
  pthread_create(&a, NULL, write_it, NULL);
  pthread_join(a, NULL);
  free(p);
}
