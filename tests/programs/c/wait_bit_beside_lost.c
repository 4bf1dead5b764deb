// A lock bit beside another bit: who gives the lock back by a store of 0 may lose the bit that was
// set meanwhile.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int word;

void* locks(void* argument) {
  while (atomic_fetch_or(&word, 1) & 1) {
  }
  atomic_store(&word, 0);
  return argument;
}

void* marks(void* argument) {
  atomic_fetch_or(&word, 2);
  return argument;
}

void* waits(void* argument) {
  while (!(atomic_load(&word) & 2)) {
  }
  return argument;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, locks, 0);
  pthread_create(&b, 0, marks, 0);
  pthread_create(&c, 0, waits, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
