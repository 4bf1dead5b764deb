// A test-and-set lock as people write it. A round of its loop that finds the lock taken puts back what
// it found, so going round once more changes nothing and no bound is needed.
// overtake: model=sc,tso,pso verdict=safe
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
