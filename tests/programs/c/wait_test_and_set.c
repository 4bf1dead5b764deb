// Test, and then test-and-set: a loop in a loop.
// overtake: model=sc,tso,pso verdict=safe executions=36
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int count;

void *works(void *argument) {
  for (;;) {
    while (atomic_load(&lock)) {
    }
    if (!atomic_exchange(&lock, 1)) break;
  }
  ++count;
  atomic_store(&lock, 0);
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, works, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  assert(count == 3);
}
