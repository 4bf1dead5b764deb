// The lock is cleared by an exchange of the whole word: a bit that another thread sets meanwhile is
// lost.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint word;
static atomic_int ready;

static void *waits(void *argument) {
  for (int now = 0; !now;) {
    while (atomic_fetch_or(&word, 1) & 1) {
    }
    now = atomic_load(&ready);
    atomic_exchange(&word, 0);
  }
  return argument;
}

static void *asks(void *argument) {
  atomic_fetch_or(&word, 2);
  assert(atomic_load(&word) & 2);
  atomic_store(&ready, 1);
  return argument;
}

int main(void) {
  pthread_t s, w;
  pthread_create(&s, 0, asks, 0);
  pthread_create(&w, 0, waits, 0);
  pthread_join(s, 0);
  pthread_join(w, 0);
}
