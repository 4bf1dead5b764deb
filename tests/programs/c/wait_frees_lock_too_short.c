// The pointer is read under the lock, and what it points to is looked at after it.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=15
#include <pthread.h>
#include <stdlib.h>

int *shared, done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void* poller(void* arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    int* p = shared;
    const int stop = done;
    pthread_mutex_unlock(&m);
    if (stop || (p != NULL && *(volatile int*)p == 1)) return arg;
  }
}

int main(void) {
  pthread_t t;
  int* old = calloc(1, sizeof *old);
  shared = old;
  pthread_create(&t, NULL, poller, NULL);
  pthread_mutex_lock(&m);
  shared = NULL;
  pthread_mutex_unlock(&m);
  free(old);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
}
