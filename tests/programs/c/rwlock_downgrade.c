// "Downgrading" a write lock by unlock and read lock lets another writer in.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=14
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int value;

void* one(void* mine) {
  pthread_rwlock_wrlock(&l);
  value = (int)(long)mine;
  pthread_rwlock_unlock(&l);
  pthread_rwlock_rdlock(&l);
  assert(value == (int)(long)mine);  // fails
  pthread_rwlock_unlock(&l);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, (void*)1);
  pthread_create(&b, 0, one, (void*)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
