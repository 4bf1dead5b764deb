// Pthread_once whose routine calls pthread_once of another control; two threads begin at different
// ends, no deadlock.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

pthread_once_t o1 = PTHREAD_ONCE_INIT, o2 = PTHREAD_ONCE_INIT;
int a, b;
void i2(void) { b = 2; }
void i1(void) {
  pthread_once(&o2, i2);
  a = b + 1;
}

void* x(void* p) {
  pthread_once(&o1, i1);
  assert(a == 3 && b == 2);
  return p;
}

void* y(void* p) {
  pthread_once(&o2, i2);
  assert(b == 2);
  return p;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, x, 0);
  pthread_create(&t, 0, y, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
