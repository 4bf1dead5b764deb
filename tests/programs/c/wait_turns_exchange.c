// Looks at a flag under a lock of the program's own, an exchange and a store: a round that changes
// the lock's word, looks, and puts it back is a wait, as it is with a mutex.
// overtake: model=sc,tso,pso verdict=safe executions=1
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
  for (;;) {
    take();
    int now = done;
    leave();
    if (now) break;
  }
  assert(data == 7);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 7;
  take();
  done = 1;
  leave();
  pthread_join(t, 0);
}
