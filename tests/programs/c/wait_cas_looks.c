// A compare-and-swap of 0 against 0 is an atomic load, as code from before C11 writes it: a round that writes what it found only looks.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>

int ready, data;

static int get(int* p) { return __sync_val_compare_and_swap(p, 0, 0); }

void* waits(void* unused) {
  while (get(&ready) == 0) {
  }
  assert(data == 1);
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  __sync_fetch_and_add(&ready, 1);
  pthread_join(t, 0);
}
