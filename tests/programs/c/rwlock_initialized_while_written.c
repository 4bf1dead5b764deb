// A read-write lock with a writer must not be initialized again.
// overtake: model=sc,tso,pso verdict=error kind=lock-misuse line=11
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_init(&lock, NULL);  // fails
}
