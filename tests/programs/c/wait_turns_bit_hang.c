// The flag that is polled under a bit lock is set by a thread that forgets to clear the bit.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint word;
static int ready;

static void lock(void) {
  while (atomic_fetch_or(&word, 1) & 1) {
  }
}

static void *waits(void *argument) {
  for (int now = 0; !now;) {
    lock();
    now = ready;
    atomic_fetch_and(&word, ~1u);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  lock();
  ready = 1;
  pthread_join(t, 0);
}
