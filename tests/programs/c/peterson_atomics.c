// Peterson's lock with sequentially consistent atomics: right everywhere.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2], turn;
int owner;

void* process(void* arg) {
  const int me = (int)(intptr_t)arg;
  const int other = 1 - me;
  wants[me] = 1;
  turn = other;
  if (wants[other] == 0 || turn == me) {
    owner = me;
    assert(owner == me);
    wants[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, process, (void*)0);
  pthread_create(&b, NULL, process, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
