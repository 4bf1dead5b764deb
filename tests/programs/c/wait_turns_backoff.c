// Test and test-and-set with back-off, around a queue of one entry that is polled from both ends.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int full, entry;

static void take(void) {
  for (unsigned pause = 1; atomic_flag_test_and_set_explicit(&lock, memory_order_acquire);) {
    usleep(pause);
    if (pause < 64) pause *= 2;
  }
}

static void leave(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

static int put(int value) {
  take();
  const int done = !full;
  if (done) {
    full = 1;
    entry = value;
  }
  leave();
  return done;
}

static int get(int *value) {
  take();
  const int done = full;
  if (done) {
    full = 0;
    *value = entry;
  }
  leave();
  return done;
}

static void *producer(void *argument) {
  for (int i = 1; i <= 2; ++i)
    while (!put(i)) {
    }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  for (int i = 1; i <= 2; ++i) {
    int value = 0;
    while (!get(&value)) {
    }
    assert(value == i);
  }
  pthread_join(t, 0);
}
