// free of a thread-local variable.
// overtake: model=sc,tso,pso verdict=error kind=invalid-free line=11
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int mine;
static int* shared;

void* wrong(void* arg) {
  shared = &mine;
  free(shared);  // fails
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wrong, 0);
  pthread_join(t, 0);
}
