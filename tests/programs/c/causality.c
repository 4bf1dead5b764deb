// Write-to-read causality (WRC): whoever sees a consequence sees the cause.
// overtake: model=sc,tso,pso verdict=safe executions=7
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2, r3;

void* cause(void* arg) {
  x = 1;
  return arg;
}

void* consequence(void* arg) {
  r1 = x;
  y = 1;
  return arg;
}

void* observer(void* arg) {
  r2 = y;
  r3 = x;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, cause, NULL);
  pthread_create(&b, NULL, consequence, NULL);
  pthread_create(&c, NULL, observer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(!(r1 == 1 && r2 == 1 && r3 == 0));
}
