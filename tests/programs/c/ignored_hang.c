// Errors of some kinds can be left out: here a flag that nobody sets.
// overtake: args=--ignore hang,deadlock
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

void* wait_for_it(void* arg) {
  while (!atomic_load(&flag)) {
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_for_it, NULL);
}
