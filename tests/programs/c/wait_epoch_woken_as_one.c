// A mutex of three states whose waiters spin on an epoch. One that was woken takes it as if no other
// thread waited, so the other one is never woken.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int state, epoch;

int take(int from, int to) { return atomic_compare_exchange_strong(&state, &from, to); }

void lock(void) {
  int waited = 0;
  while (!take(0, 1)) {
    int seen = atomic_load(&epoch);
    if (!waited && atomic_exchange(&state, 2) == 0) return;
    while (atomic_load(&epoch) == seen) {
    }
    waited = 1;
  }
}

void unlock(void) {
  if (atomic_exchange(&state, 0) == 2) atomic_fetch_add(&epoch, 1);
}

void* works(void* argument) {
  lock();
  unlock();
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, works, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
