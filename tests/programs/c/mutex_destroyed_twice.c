// A mutex can be destroyed once.
// overtake: model=sc,tso,pso verdict=error kind=destroyed-mutex line=10
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_destroy(&lock);
  pthread_mutex_destroy(&lock);  // fails
}
