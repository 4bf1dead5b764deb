// A loop whose rounds use objects of their own is over; what the thread waits for after that does
// not happen. (The objects are gone, but the thread does not look at them any more.)
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

uint64_t __overtake_await_not_equal_4(const void *word, uint64_t value);
static volatile uint32_t x;

static void *waits(void *argument) {
  uint32_t found = 0;
  do {
    int *object = malloc(4);
    *object = 1;
    found = x;
    const int kept = *object;
    free(object);
    if (kept != 1) continue;
  } while (found == 1);
  found = (uint32_t)__overtake_await_not_equal_4((const void *)&x, 0);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  pthread_exit(0);
}
