// Polls under a lock of the program's own for a flag that nobody sets.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int done, other;

static void take(void) {
  while (atomic_exchange(&lock, 1)) {
  }
}

static void leave(void) { atomic_store_explicit(&lock, 0, memory_order_release); }

static void *waits(void *argument) {
  for (;;) {
    take();
    int now = done;
    leave();
    if (now) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  take();
  other = 1;
  leave();
  pthread_join(t, 0);
}
