// Two locks of the program's own, one taken inside the other, polled by two threads.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int outer, inner;
static int first, second;

static void take(atomic_int *lock) {
  while (atomic_exchange(lock, 1)) {
  }
}

static void leave(atomic_int *lock) { atomic_store(lock, 0); }

static void *waits_for_first(void *argument) {
  for (;;) {
    take(&outer);
    take(&inner);
    const int now = first;
    leave(&inner);
    leave(&outer);
    if (now) break;
  }
  take(&inner);
  second = 1;
  leave(&inner);
  return argument;
}

static void *waits_for_second(void *argument) {
  for (;;) {
    take(&inner);
    const int now = second;
    leave(&inner);
    if (now) break;
  }
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waits_for_first, 0);
  pthread_create(&u, 0, waits_for_second, 0);
  take(&outer);
  first = 1;
  leave(&outer);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
