// Waiting on a condition variable without holding the mutex.
// overtake: model=sc,tso,pso verdict=error kind=lock-misuse line=9
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
  pthread_cond_wait(&c, &m);  // fails
}
