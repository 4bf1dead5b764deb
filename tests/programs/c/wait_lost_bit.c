// Two threads set bits of a word without atomicity: a bit can be lost, and the thread that waits
// for both hangs.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>

volatile unsigned w;
void* wait_all(void* a) {
  while (w != 3);
  return 0;
}

void* set(void* a) {
  w |= 1u << (long)a;
  return a;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, wait_all, 0);
  pthread_create(&t[1], 0, set, (void*)0);
  pthread_create(&t[2], 0, set, (void*)1);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
