// A program that sleeps until another thread must have done its work is wrong: that thread may be late.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=19
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int ready;

void* worker(void* arg) {
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  sleep(10);
  assert(atomic_load(&ready));  // fails
  pthread_join(t, NULL);
}
