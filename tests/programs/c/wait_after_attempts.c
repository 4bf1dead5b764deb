// A loop with two atomic additions is over when another one begins, whose additions count.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int slots = 1, turn;

void* work(void* unused) {
  while (atomic_fetch_sub(&slots, 1) <= 0) atomic_fetch_add(&slots, 1);
  atomic_store(&turn, 0);
  int seen;
  do {
    seen = atomic_fetch_add(&turn, 1);
  } while (seen == 0);
  assert(seen != 1);
  return 0;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_join(worker, 0);
}
