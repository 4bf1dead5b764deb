// Two flags of intent: the first thread keeps its flag, so the second one sets its own and takes it
// back for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];

void enter(int me) {
  for (;;) {
    atomic_store(&wants[me], 1);
    if (!atomic_load(&wants[!me])) break;
    atomic_store(&wants[me], 0);
  }
}

void* first(void* argument) {
  enter(0);
  return argument;
}

void* second(void* argument) {
  enter(1);
  atomic_store(&wants[1], 0);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
