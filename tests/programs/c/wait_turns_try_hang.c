// Tries a lock of the program's own, looks, and gives it back with a fence after it, for a flag that
// nobody sets: the round ends with the fence.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int done;

static int try(void) {
  int nobody = 0;
  return atomic_compare_exchange_strong(&lock, &nobody, 1);
}

static void *waits(void *argument) {
  for (;;) {
    if (!try()) continue;
    const int now = done;
    atomic_store(&lock, 0);
    if (now) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  while (!try()) {
  }
  atomic_store(&lock, 0);
  pthread_join(t, 0);
}
