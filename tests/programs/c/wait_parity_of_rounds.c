// A waiter that counts its rounds: the count is unbounded, but the assertion on its parity can
// fail.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=18
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int f;
void* set(void* a) {
  f = 1;
  return a;
}
int main(void) {
  pthread_t t;
  int n = 0;
  pthread_create(&t, 0, set, 0);
  while (!f) n ^= 1;
  assert(n == 0);  // fails
  pthread_join(t, 0);
}
