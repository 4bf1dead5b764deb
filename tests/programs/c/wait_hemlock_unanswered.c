// Hemlock without the answer: who has passed the lock on waits for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int tail, grant[3];

void* works(void* number) {
  int me = *(int*)number, before = atomic_exchange(&tail, me), expected = me;
  if (before != 0) {
    while (!atomic_load(&grant[before])) {
    }
  }
  if (atomic_compare_exchange_strong(&tail, &expected, 0)) return 0;
  atomic_store(&grant[me], 1);
  while (atomic_load(&grant[me])) {
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  int number[2] = {1, 2};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, works, &number[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
