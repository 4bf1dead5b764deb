// A read-write lock: readers see both halves of a write or neither, and may be inside together.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int low, high;

void* write_both(void* arg) {
  pthread_rwlock_wrlock(&lock);
  low = 1;
  high = 1;
  pthread_rwlock_unlock(&lock);
  return arg;
}

void* read_both(void* arg) {
  pthread_rwlock_rdlock(&lock);
  assert(low == high);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t w, r[2];
  pthread_create(&w, NULL, write_both, NULL);
  for (int i = 0; i < 2; i++) pthread_create(&r[i], NULL, read_both, NULL);
  pthread_join(w, NULL);
  for (int i = 0; i < 2; i++) pthread_join(r[i], NULL);
  pthread_rwlock_destroy(&lock);
}
