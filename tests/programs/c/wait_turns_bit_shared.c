// Another bit of the word is set by a thread that does not have the lock, while a poller has it: who
// clears all of the word, instead of its bit, loses that.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOCKED 1u
#define READY 2u

static atomic_uint word;

static void *waits(void *argument) {
  for (;;) {
    unsigned found = atomic_fetch_or(&word, LOCKED);
    if (found & READY) break;
    if (found & LOCKED) continue;
    atomic_store(&word, 0);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_fetch_or(&word, READY);
  assert(atomic_load(&word) & READY);
  pthread_join(t, 0);
}
