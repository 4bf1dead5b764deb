// Two workers poll a queue's fields under its mutex: how many items there are, and whether more
// will come. Each item is taken once.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <sched.h>

enum { kWorkers = 2, kItems = 2 };

static struct {
  pthread_mutex_t m;
  int items, closed, taken;
} q = {.m = PTHREAD_MUTEX_INITIALIZER};

static void *work(void *argument) {
  for (;;) {
    pthread_mutex_lock(&q.m);
    if (q.items > 0) {
      --q.items;
      ++q.taken;
      pthread_mutex_unlock(&q.m);
      continue;
    }
    if (q.closed) break;
    pthread_mutex_unlock(&q.m);
    sched_yield();
  }
  pthread_mutex_unlock(&q.m);
  return argument;
}

int main(void) {
  pthread_t t[kWorkers];
  for (int i = 0; i < kWorkers; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < kItems; ++i) {
    pthread_mutex_lock(&q.m);
    ++q.items;
    pthread_mutex_unlock(&q.m);
  }
  pthread_mutex_lock(&q.m);
  q.closed = 1;
  pthread_mutex_unlock(&q.m);
  for (int i = 0; i < kWorkers; ++i) pthread_join(t[i], 0);
  assert(q.taken == kItems);
}
