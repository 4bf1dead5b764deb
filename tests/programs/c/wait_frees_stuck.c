// Nothing ends the loop, whose object is freed: the use after free is the error, and not only the hang.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=10
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int* flag;

void* waiter(void* arg) {
  while (atomic_load(flag) == 0) {}
  return arg;
}

int main(void) {
  pthread_t t;
  flag = calloc(1, sizeof *flag);
  pthread_create(&t, NULL, waiter, NULL);
  atomic_store(flag, 1);
  free(flag);
  pthread_join(t, NULL);
}
