// A read-write lock can be destroyed once.
// overtake: model=sc,tso,pso verdict=error kind=destroyed-mutex line=10
#include <pthread.h>
#include <semaphore.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_destroy(&lock);  // fails
}
