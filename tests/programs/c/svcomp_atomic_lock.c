// A lock as the verification competition writes it: a section that can be entered while the lock is
// free. Two threads take it in two orders.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);

int locked, counter;

void* increment(void* arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(locked == 0);
  locked = 1;
  __VERIFIER_atomic_end();
  counter = counter + 1;
  __VERIFIER_atomic_begin();
  locked = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  __VERIFIER_assert(counter == 2);
}
