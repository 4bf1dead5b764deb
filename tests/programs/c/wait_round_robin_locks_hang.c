// Looks at two queues in turn, each under its lock, and nothing ever comes.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int queue[2];

static void *waits(void *argument) {
  for (int i = 0;; i = !i) {
    pthread_mutex_lock(&m[i]);
    const int found = queue[i];
    pthread_mutex_unlock(&m[i]);
    if (found) break;
  }
  return argument;
}

static void *serves(void *argument) {
  pthread_mutex_lock(&m[1]);
  queue[1] = 0;
  pthread_mutex_unlock(&m[1]);
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waits, 0);
  pthread_create(&u, 0, serves, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
