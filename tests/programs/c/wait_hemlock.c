// Hemlock: a thread waits at the grant of its predecessor, and answers there.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int tail, grant[4];
int count;

void lock(int me) {
  int before = atomic_exchange(&tail, me);
  if (before == 0) return;
  while (!atomic_load_explicit(&grant[before], memory_order_acquire)) {
  }
  atomic_store(&grant[before], 0);
}

void unlock(int me) {
  int expected = me;
  if (atomic_compare_exchange_strong(&tail, &expected, 0)) return;
  atomic_store(&grant[me], 1);
  while (atomic_load(&grant[me])) {
  }
}

void* works(void* number) {
  lock(*(int*)number);
  count++;
  unlock(*(int*)number);
  return 0;
}

int main(void) {
  pthread_t t[3];
  int number[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, works, &number[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(count == 3);
}
