// Two threads take two mutexes in opposite orders; each gives back the first if it cannot obtain the
// second, and tries again. Rounds that fail are waits, though the other thread may fail because of them.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void lock_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) return;
    pthread_mutex_unlock(first);
    sched_yield();
  }
}

static void *forward(void *argument) {
  lock_both(&a, &b);
  ++x;
  ++y;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void *backward(void *argument) {
  lock_both(&b, &a);
  ++y;
  ++x;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, forward, 0);
  pthread_create(&u, 0, backward, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(x == 2 && y == 2);
}
