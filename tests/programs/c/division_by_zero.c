// A divisor that another thread may have set to zero.
// overtake: model=sc,tso,pso verdict=error kind=division-by-zero line=16
#include <pthread.h>

int divisor = 2;

void* clear(void* arg) {
  divisor = 0;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, clear, NULL);
  int d = divisor;
  int result = 10 / d;  // fails
  pthread_join(t, NULL);
  return result;
}
