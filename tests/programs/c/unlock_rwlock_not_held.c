// A read-write lock unlocked although nobody holds it.
// overtake: model=sc,tso,pso verdict=error kind=unlock-not-held line=10
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);  // fails
}
