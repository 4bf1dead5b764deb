// Only one wait per phase, so a fast thread is a phase ahead.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=13
#include <assert.h>
#include <pthread.h>

pthread_barrier_t b;
volatile int phase[2];
void* w(void* a) {
  int me = (int)(long)a;
  for (int i = 1; i <= 2; i++) {
    phase[me] = i;
    pthread_barrier_wait(&b);
    assert(phase[1 - me] == i);  // fails
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, w, (void*)0);
  w((void*)1);
  pthread_join(t, 0);
}
