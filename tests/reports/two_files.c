// overtake check two_files.c two/counter.c --model sc
// Two files: the same name stands for two variables.
#include <assert.h>
#include <pthread.h>

#include "two/counter.h"

static int calls;

static void *worker(void *unused) {
  calls = 1;
  counter_add(2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  counter_add(1);
  pthread_join(t, 0);
  assert(counter_get() == 3);
}
