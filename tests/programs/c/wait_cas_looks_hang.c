// The same look, for something that never comes.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>

int ready, data;

static int get(int* p) { return __sync_val_compare_and_swap(p, 0, 0); }

void* waits(void* unused) {
  while (get(&ready) == 0) {
  }
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  pthread_join(t, 0);
}
