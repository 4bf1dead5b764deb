// Nothing of other threads happens between atomic_begin and atomic_end.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assert(int);

int x, y;

void* both(void* arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  y = 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, both, NULL);
  __VERIFIER_atomic_begin();
  int a = x;
  int b = y;
  __VERIFIER_atomic_end();
  __VERIFIER_assert(a == b);
  pthread_join(t, NULL);
}
