// Three threads, two rounds, and only in the first does anyone ask which thread is the serial one:
// each of them may be.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t barrier;
atomic_int serial;

void* work(void* argument) {
  int result = pthread_barrier_wait(&barrier);
  if (result != 0) {
    assert(result == PTHREAD_BARRIER_SERIAL_THREAD);
    atomic_store(&serial, atomic_load(&serial) + 1);
  }
  pthread_barrier_wait(&barrier);
  assert(atomic_load(&serial) == 1);
  return argument;
}

int main(void) {
  pthread_t t[3];
  pthread_barrier_init(&barrier, 0, 3);
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
