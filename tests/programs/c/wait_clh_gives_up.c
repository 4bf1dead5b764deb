// A CLH lock whose second thread gives up after two looks: its node leads on to its predecessor's.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int tail, state[4];  // 0: free, -1: taken, -2 - p: given up, after p
int count, gave_up;

int lock(int me, int looks) {
  atomic_store(&state[me], -1);
  int before = atomic_exchange(&tail, me);
  for (int k = 0;;) {
    int s = atomic_load(&state[before]);
    if (s == 0) return 1;
    if (s <= -2) {
      before = -2 - s;
      continue;
    }
    if (looks == 0 || ++k < looks) continue;
    int expected = me;
    if (!atomic_compare_exchange_strong(&tail, &expected, before))
      atomic_store(&state[me], -2 - before);
    return 0;
  }
}

void* works(void* number) {
  int me = *(int*)number;
  if (lock(me, me == 2 ? 2 : 0)) {
    count++;
    atomic_store(&state[me], 0);
  } else {
    gave_up = 1;
  }
  return 0;
}

int main(void) {
  pthread_t t[3];
  int number[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, works, &number[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(count + gave_up == 3);
}
