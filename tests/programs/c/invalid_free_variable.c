// free of a variable of main whose address another thread has.
// overtake: model=sc,tso,pso verdict=error kind=invalid-free line=17
#include <pthread.h>
#include <stdlib.h>

static int* shared;

void* look(void* arg) {
  return *shared == 1 ? arg : 0;
}

int main(void) {
  pthread_t t;
  int value = 1;
  shared = &value;
  pthread_create(&t, 0, look, 0);
  free(shared);  // fails
  pthread_join(t, 0);
}
