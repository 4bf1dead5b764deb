// A condition variable may be destroyed and its memory given back as soon as all waiters have been woken, although they
// have not returned yet; timed waiters, too.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t* c;
int started;

void* worker(void* arg) {
  pthread_mutex_lock(&m);
  if (++started == 3) {
    pthread_cond_broadcast(c);
    pthread_cond_destroy(c);
    free(c);
    c = NULL;
  } else if (started == 2) {
    pthread_cond_wait(c, &m);
  } else {
    pthread_cond_timedwait(c, &m, &(struct timespec){1800000000, 0});
  }
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  c = malloc(sizeof *c);
  pthread_cond_init(c, NULL);
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], NULL);
}
