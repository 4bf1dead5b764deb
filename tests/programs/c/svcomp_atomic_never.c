// A section that can never be entered hides no error of another thread.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=24
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);

int x, y;

void* never(void* arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(x);
  y = 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, never, NULL);
  int seen = y;
  __VERIFIER_assert(seen);
}
