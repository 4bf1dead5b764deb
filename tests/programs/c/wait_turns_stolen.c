// What a round puts back may undo what a thread does that changes the word without having the lock:
// main finds it free although it has just taken it.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static atomic_int done;

static void *waits(void *argument) {
  for (;;) {
    while (atomic_exchange(&lock, 1)) {
    }
    int now = atomic_load(&done);
    atomic_store(&lock, 0);
    if (now) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&lock, 1);
  assert(atomic_load(&lock) == 1);
  atomic_store(&lock, 0);
  atomic_store(&done, 1);
  pthread_join(t, 0);
}
