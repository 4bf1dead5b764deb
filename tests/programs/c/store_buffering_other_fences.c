// Store buffering where one side uses an exchange of another variable as fence, the other an
// uncontended mutex.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, y, r1, r2;
atomic_int dummy;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* l(void* a) {
  x = 1;
  atomic_exchange_explicit(&dummy, 1, memory_order_relaxed);
  r1 = y;
  return a;
}

void* r(void* a) {
  y = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  r2 = x;
  return a;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, l, 0);
  pthread_create(&t, 0, r, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(r1 || r2);
}
