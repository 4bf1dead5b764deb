// A mutex destroyed while it is held.
// overtake: model=sc,tso,pso verdict=error kind=lock-misuse line=9
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_destroy(&m);  // fails
}
