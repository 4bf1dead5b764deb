// The same with a lock of the program's own.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int done, data;

static void take(void) {
  while (atomic_exchange(&lock, 1)) {
  }
}

static void leave(void) { atomic_store_explicit(&lock, 0, memory_order_release); }

static void *waits(void *argument) {
  take();
  while (!done) {
    leave();
    take();
  }
  assert(data == 7);
  leave();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  take();
  data = 7;
  done = 1;
  leave();
  pthread_join(t, 0);
}
