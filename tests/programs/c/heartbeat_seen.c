// The waiter writes its round's parity to shared memory: another thread can see 1.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int f, beat;
void* look(void* a) {
  int b = beat;
  f = 1;
  assert(b == 0);  // fails
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  while (!f) beat ^= 1;
  pthread_join(t, 0);
}
