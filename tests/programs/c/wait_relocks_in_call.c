// The mutex is given back and taken again by a function. Two threads wait like this.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, data;

static void let_others(void) {
  pthread_mutex_unlock(&m);
  usleep(10);
  pthread_mutex_lock(&m);
}

static void *waits(void *argument) {
  pthread_mutex_lock(&m);
  while (!done) let_others();
  assert(data == 7);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waits, 0);
  pthread_create(&u, 0, waits, 0);
  pthread_mutex_lock(&m);
  data = 7;
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
