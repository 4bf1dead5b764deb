// Each round copies what another thread frees meanwhile to an object of its own; so does the thread
// after its loop.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=19
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  int value;
};
static struct object *shared;
static atomic_int stop;

static void *looks(void *argument) {
  int sum = 0;
  while (!atomic_load(&stop)) {
    int *copy = malloc(sizeof *copy);
    *copy = 0;
    *copy = shared->value;
    sum = *copy;
    free(copy);
  }
  int *last = malloc(sizeof *last);
  *last = sum;
  free(last);
  return argument;
}

int main(void) {
  shared = malloc(sizeof *shared);
  shared->value = 0;
  pthread_t t;
  pthread_create(&t, 0, looks, 0);
  free(shared);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
}
