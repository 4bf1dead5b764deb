// Sleeps in each round, and longer every tenth time, by poll with a timeout as in liburcu; every
// third time it only yields.
// overtake: model=sc,tso,pso verdict=safe
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;
static int data;

static void* consume(void* argument) {
  unsigned attempts = 0;
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
    const struct timespec moment = {0, 1000};
    nanosleep(&moment, NULL);
    if (++attempts >= 10) {
      attempts = 0;
      poll(NULL, 0, 10);
    } else if (attempts % 3 == 0) {
      sched_yield();
    } else {
      usleep(10);
    }
  }
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consume, NULL);
  pthread_create(&b, NULL, consume, NULL);
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
