// Which thread of a round is told that it is the serial one is left open: here the second one.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=23
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t barrier;
atomic_int serial;

void* work(void* number) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    atomic_store(&serial, *(int*)number);
  return 0;
}

int main(void) {
  pthread_t t[2];
  int number[2] = {1, 2};
  pthread_barrier_init(&barrier, 0, 2);
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, &number[i]);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  assert(serial != 0);
  assert(serial != 2);
}
