// volatile orders nothing on the machine: message passing through a volatile flag fails under PSO,
// store buffering through volatile variables would fail under TSO.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=20
#include <assert.h>
#include <pthread.h>

volatile int data, flag;

void* sender(void* arg) {
  data = 1;
  asm volatile("" ::: "memory");  // for the compiler only
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  if (flag) assert(data);  // fails
  pthread_join(t, NULL);
}
