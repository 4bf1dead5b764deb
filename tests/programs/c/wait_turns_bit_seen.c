// One who looks at the bit can tell that a round was there.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint word;
static atomic_int done;

static void *waits(void *argument) {
  for (int now = 0; !now;) {
    while (atomic_fetch_or(&word, 1) & 1) {
    }
    now = atomic_load(&done);
    atomic_fetch_and(&word, ~1u);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  assert((atomic_load(&word) & 1) == 0);
  atomic_store(&done, 1);
  pthread_join(t, 0);
}
