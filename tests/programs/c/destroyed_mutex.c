// A mutex that is destroyed while another thread may still be on its way to lock it.
// overtake: model=sc,tso,pso verdict=error kind=destroyed-mutex line=10
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int closing;

void* late(void* arg) {
  if (closing) {
    pthread_mutex_lock(&m);  // fails
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, late, NULL);
  pthread_mutex_destroy(&m);
  closing = 1;
  pthread_join(t, NULL);
}
