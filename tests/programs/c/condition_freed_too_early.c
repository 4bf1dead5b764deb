// ... but not before they have been woken.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=15
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t* c;
int waiting;

void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  waiting = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m), pthread_cond_timedwait(c, &m, &(struct timespec){1800000000, 0});
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  c = malloc(sizeof *c);
  pthread_cond_init(c, NULL);
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  if (waiting) {
    pthread_cond_signal(c);
    free(c);
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
}
