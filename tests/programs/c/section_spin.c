// A loop in a section waits for what no other thread can write meanwhile.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  __VERIFIER_atomic_begin();
  while (flag == 0) {
  }
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
  return 0;
}
