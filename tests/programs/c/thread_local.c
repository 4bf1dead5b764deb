// Thread-local variables: one for each thread, with its initial value.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

_Thread_local int mine = 10;
static __thread int calls;
int shared_sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int next(void) {
  static _Thread_local int counter;
  calls++;
  return ++counter;
}

void* work(void* arg) {
  assert(mine == 10 && calls == 0);
  mine += (int)(long)arg;
  errno = (int)(long)arg;
  assert(next() == 1 && next() == 2 && calls == 2);
  pthread_mutex_lock(&m);
  shared_sum += mine;
  pthread_mutex_unlock(&m);
  assert(errno == (long)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void*)1);
  pthread_create(&b, NULL, work, (void*)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared_sum == 23 && mine == 10);
}
