// A barrier used twice; in each round exactly one thread is told that it is the serial one.
// overtake: model=sc,tso,pso verdict=safe executions=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t barrier;
atomic_int serial;

void* work(void* arg) {
  for (int round = 0; round < 2; round++) {
    int result = pthread_barrier_wait(&barrier);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD)
      atomic_fetch_add(&serial, 1);
    else
      assert(result == 0);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  assert(serial == 2);
}
