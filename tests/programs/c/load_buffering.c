// Load buffering: both threads read first. Reads are never delayed on these machines, so not both
// can see the other's later write.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

void* left(void* arg) {
  r1 = x;
  y = 1;
  return arg;
}

void* right(void* arg) {
  r2 = y;
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(r1 == 1 && r2 == 1));
}
