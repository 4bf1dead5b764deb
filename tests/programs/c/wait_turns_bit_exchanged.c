// A poll under a lock that is a bit: set by fetch_or, and cleared by an exchange of the whole word.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint word;
static atomic_int ready;
static int data;

static void *waits(void *argument) {
  for (int now = 0; !now;) {
    while (atomic_fetch_or(&word, 1) != 0) {
    }
    now = atomic_load(&ready);
    atomic_exchange(&word, 0);
  }
  assert(data == 1);
  return argument;
}

static void *signals(void *argument) {
  data = 1;
  atomic_store(&ready, 1);
  return argument;
}

int main(void) {
  pthread_t s, w;
  pthread_create(&s, 0, signals, 0);
  pthread_create(&w, 0, waits, 0);
  pthread_join(s, 0);
  pthread_join(w, 0);
}
