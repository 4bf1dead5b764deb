// A condition variable can be destroyed once.
// overtake: model=sc,tso,pso verdict=error kind=destroyed-mutex line=10
#include <pthread.h>
#include <semaphore.h>

pthread_cond_t lock = PTHREAD_COND_INITIALIZER;

int main(void) {
  pthread_cond_destroy(&lock);
  pthread_cond_destroy(&lock);  // fails
}
