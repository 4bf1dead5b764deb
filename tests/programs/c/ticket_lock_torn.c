// A ticket lock whose ticket is drawn by a load and a store: two threads may draw the same one.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=14
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, serving;
atomic_int inside;

void* work(void* arg) {
  unsigned mine = atomic_load(&next_ticket);
  atomic_store(&next_ticket, mine + 1);
  if (atomic_load(&serving) == mine) {
    assert(atomic_fetch_add(&inside, 1) == 0);  // fails
    atomic_fetch_sub(&inside, 1);
    atomic_store(&serving, mine + 1);
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
