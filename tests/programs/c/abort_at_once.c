// A thread that fails as it starts, in the very step of its creator, which fails next.
// overtake: model=sc,tso,pso verdict=error kind=abort line=6
#include <pthread.h>
#include <stdlib.h>

static void *fails(void *arg) { abort(); }

int main(void) {
  pthread_t t;
  if (pthread_create(&t, 0, fails, 0) == 0) abort();
  return 0;
}
