// A test-and-set lock as people write it. Each round of its loop writes, if only what was there
// before, so it is no loop that only looks: it needs a bound, and the answer is "not known".
// overtake: model=sc,tso,pso verdict=inconclusive
// overtake: args=--unroll 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
int counter;

void* work(void* arg) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
  }
  counter++;
  atomic_flag_clear_explicit(&lock, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(counter == 2);
}
