// A reader that wants to become a writer waits for its own read lock.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_rwlock_t lock;

void* upgrade(void* arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_rwlock_init(&lock, NULL);
  pthread_create(&a, NULL, upgrade, NULL);
  pthread_join(a, NULL);
}
