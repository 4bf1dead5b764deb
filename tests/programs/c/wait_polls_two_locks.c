// A round that takes two mutexes to look, and another thread that takes them in the other order:
// the deadlock is there although the rounds come to nothing.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *waits(void *argument) {
  for (int now = 0; !now;) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    now = done;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  done = 1;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(t, 0);
}
