// Peterson's lock (one attempt instead of a spin loop), written for SC: under TSO and PSO the reads
// overtake the writes before them and both threads enter.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=19
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int wants[2], turn;
int counter;

void* process(void* arg) {
  const int me = (int)(intptr_t)arg;
  const int other = 1 - me;
  wants[me] = 1;
  turn = other;
  if (wants[other] == 0 || turn == me) {
    counter = me;
    assert(counter == me);  // fails
  }
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, process, (void*)0);
  pthread_create(&b, NULL, process, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
