// The reader gives the lock back before its last look.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=12
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b;
void* reader(void* p) {
  pthread_rwlock_rdlock(&l);
  int x = a;
  pthread_rwlock_unlock(&l);
  assert(b == x);  // fails
  return p;
}

void* writer(void* p) {
  pthread_rwlock_wrlock(&l);
  a++;
  b++;
  pthread_rwlock_unlock(&l);
  return p;
}

int main(void) {
  pthread_t r, w;
  pthread_create(&r, 0, reader, 0);
  pthread_create(&w, 0, writer, 0);
  pthread_join(r, 0);
  pthread_join(w, 0);
}
