// A poll under a lock that is a bit: set by fetch_or, cleared by fetch_and.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOCKED 4u

static atomic_uint word;
static int ready;
static int data;

static void lock(void) {
  while (atomic_fetch_or(&word, LOCKED) & LOCKED) {
  }
}

static void unlock(void) { atomic_fetch_and(&word, ~LOCKED); }

static void *waits(void *argument) {
  for (int now = 0; !now;) {
    lock();
    now = ready;
    unlock();
  }
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  lock();
  ready = 1;
  unlock();
  pthread_join(t, 0);
}
