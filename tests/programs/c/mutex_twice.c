// An ordinary mutex locked twice by one thread waits for itself.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void helper(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_mutex_lock(&m);
  helper();
  pthread_mutex_unlock(&m);
}
