// Each round copies what it reads into memory of its own and frees that again: a round that finds
// nothing has left nothing.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;
static int data;

struct snapshot {
  int ready;
  int copies;
};

static int look(void) {
  struct snapshot* s = malloc(sizeof *s);
  s->ready = atomic_load_explicit(&ready, memory_order_acquire);
  s->copies = s->ready + 1;
  const int found = s->copies - 1;
  free(s);
  return found;
}

static void* consume(void* argument) {
  while (!look()) {
  }
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consume, NULL);
  pthread_create(&b, NULL, consume, NULL);
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
