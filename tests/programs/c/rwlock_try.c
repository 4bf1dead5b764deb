// The try and timed operations of a read-write lock against a reader and a writer.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void* writer(void* arg) {
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    value++;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

int main(void) {
  struct timespec soon = {0};
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
    int before = value;
    assert(value == before);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(a, NULL);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
}
