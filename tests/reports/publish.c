// overtake check publish.c --model sc
// The flag is set before the data: what the reader copies first and tests later is too old.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *publisher(void *unused) {
  atomic_store(&ready, 1);
  data = 42;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, publisher, 0);
  if (atomic_load(&ready)) {
    int copy = data;
    int expected = 42;
    assert(copy == expected);
  }
  pthread_join(t, 0);
}
