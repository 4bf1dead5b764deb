// A timed read lock that gives up while the writer holds it; in the end it was obtained or not.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int data;

void* writer(void* p) {
  pthread_rwlock_wrlock(&l);
  data = 1;
  data = 2;
  pthread_rwlock_unlock(&l);
  return p;
}

int main(void) {
  pthread_t w;
  pthread_create(&w, 0, writer, 0);
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += 1;
  int e = pthread_rwlock_timedrdlock(&l, &t);
  assert(e == 0 || e == ETIMEDOUT);
  if (e == 0) {
    assert(data == 0 || data == 2);
    pthread_rwlock_unlock(&l);
  }
  pthread_join(w, 0);
  assert(data == 2);
}
