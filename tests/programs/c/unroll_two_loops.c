// A retry loop and a spin loop in one function, both bounded: whatever the second one counts with must not be mistaken
// for the data of the first (the expected value of its compare-and-swap).
// overtake: args=--unroll 5
// overtake: model=sc,tso,pso verdict=error kind=assertion line=25
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock = 1;

void *releases(void *unused) {
  lock = 0;
  return 0;
}

void *acquires(void *unused) {
  int value = 1;
  for (;;) {
    int old = value;
    if (atomic_compare_exchange_strong(&lock, &old, value + 2)) break;
    value = old;
  }
  while (lock == 1)
    ;
  assert(lock != 2); /* fails if `releases` comes first */
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, releases, 0);
  pthread_create(&b, 0, acquires, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
