// A mutex unlocked by a thread that does not hold it.
// overtake: model=sc,tso,pso verdict=error kind=unlock-not-held line=8
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void* stranger(void* arg) {
  pthread_mutex_unlock(&m);  // fails
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, stranger, NULL);
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
}
