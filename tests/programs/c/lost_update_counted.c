// Two racing increments, nothing asserted about the sum: either both read 0 (and either writes
// last), or one reads the other's.
// overtake: model=sc,tso,pso verdict=safe executions=4
#include <assert.h>
#include <pthread.h>

int counter;

void* count(void* arg) {
  counter = counter + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int sum = counter;
  assert(sum == 1 || sum == 2);
}
