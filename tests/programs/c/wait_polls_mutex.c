// Looks at a flag under a mutex, again and again: a round that takes the lock, looks and gives it
// back is a wait. The waiter is there before or after main's first section: what it finds, when it
// goes on, is the same.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, data;

static void *waits(void *argument) {
  for (;;) {
    pthread_mutex_lock(&m);
    int now = done;
    pthread_mutex_unlock(&m);
    if (now) break;
    sched_yield();
  }
  assert(data == 7);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 7;
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
